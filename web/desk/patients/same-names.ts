interface Named {
  date: string
  patientName: string
  /** Absent in a doctor's list. */
  family?: string | null
  child?: { _id: string } | undefined
}

/** Names that several patients of a day share, as keys of `keyOf`. */
export function findSameNames(entries: readonly Named[]): ReadonlySet<string> {
  const patients = new Map<string, Set<string>>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const known = patients.get(key) ?? new Set()
    patients.set(key, known.add(entry.child?._id ?? entry.family ?? entry.patientName))
  }
  return new Set([...patients].filter(([, ids]) => ids.size > 1).map(([key]) => key))
}

/** The key of a first name on a day, because 'Lucas' and 'Lucas Parker' are easily confused. */
export function keyOf({ date, patientName }: Pick<Named, 'date' | 'patientName'>): string {
  return `${date} ${patientName.trim().split(/\s+/)[0]?.toLowerCase()}`
}
