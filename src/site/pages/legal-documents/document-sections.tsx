import { numberClauses, type LegalSection } from "#contract/legal-documents/legal-document.ts";

/** Anchors: `#fee`, `#fee-2`. */
export function DocumentSections({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <div className="legal-body">
      <nav className="legal-contents" aria-labelledby="contents">
        <h2 id="contents">Содержание</h2>
        <ol>
          {sections.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {sections.map((section, index) => (
          <section key={section.id} aria-labelledby={section.id}>
            <h2 id={section.id}>
              {index + 1}. {section.heading}
            </h2>
            {numberClauses(section, index + 1).map(({ number, text, items }, place) => (
              <div key={number} className="legal-clause" id={`${section.id}-${place + 1}`}>
                <span className="legal-number">{number}.</span>
                <div>
                  <p>{text}</p>
                  {items.length > 0 ? (
                    <ul>
                      {items.map((item) => (
                        <li key={item}>{item}</li>
                      ))}
                    </ul>
                  ) : null}
                </div>
              </div>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
