-- Whoever holds a paper finds its signature by what is printed on it.
CREATE INDEX document_signatures_sha256 ON document_signatures (sha256);
