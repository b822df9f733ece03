import { formatDate, type CalendarDate } from "#contract/values/calendar-date.ts";

export function DayText({ date }: { date: CalendarDate }) {
  return <time dateTime={date}>{formatDate(date)}</time>;
}

/** «действовала с 01.03.2025 по 31.08.2025», «вступит в силу 01.09.2027». */
export function ValidityText({
  from,
  to,
  isUpcoming = false,
}: {
  from: CalendarDate;
  to: CalendarDate | null;
  isUpcoming?: boolean;
}) {
  if (isUpcoming) {
    return (
      <>
        вступит в силу <DayText date={from} />
      </>
    );
  }
  return (
    <>
      {to ? "действовала" : "действует"} с <DayText date={from} />
      {to ? (
        <>
          {" "}
          по <DayText date={to} />
        </>
      ) : null}
    </>
  );
}
