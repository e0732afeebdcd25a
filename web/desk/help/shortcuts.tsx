const KEYS = [
  {
    title: 'On an appointment',
    keys: [
      ['↑ ↓', 'Go to another one; in the calendar, ← → too'],
      ['A', 'Arrived'],
      ['R', 'In room'],
      ['C', 'Completed'],
      ['N', 'No-show'],
      ['U', 'Undo the last step'],
      ['P', 'Take the price in cash'],
      ['K', 'Take the price with the card terminal'],
      ['M', 'Move or cancel; in the calendar, move'],
      ['F', 'Ask the family to book the next visit'],
    ],
  },
  {
    title: 'Anywhere',
    keys: [
      ['/', 'Find a family, page or action'],
      ['F', 'Free times of the calendar'],
      ['W', 'Walk-in'],
      ['T', 'Today'],
      ['?', 'These shortcuts'],
    ],
  },
] as const

/** What each key does in the workspace. */
export function Shortcuts() {
  return (
    <>
      {KEYS.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3 className="text-lg font-extrabold">{title}</h3>
          <dl className="mt-2 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
            {keys.map(([key, what]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="inline-block min-w-8 rounded-lg border border-line px-2 text-center font-bold">
                    {key}
                  </kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}
