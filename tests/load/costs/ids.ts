const KINDS = [
  'child',
  'sibling',
  'deskChild',
  'deskFamily',
  'entry',
  'freedTime',
  'offer',
  'hold',
  'closure',
  'absence',
  'card',
  'extraSession',
  'feed',
  'endpoint',
  'alert',
  'invitation',
  'link',
  'hours',
  'correction',
  'image',
  'reoffer',
  'refund',
  'message',
  'ticket',
  'import',
  'importedFamily',
  'importedChild',
  'claim',
  'planRow',
  'dueChild',
  'pastVisit',
] as const

/** A stable id for the nth row of a kind. */
export function idOf(kind: (typeof KINDS)[number], number: number): string {
  const start = String(KINDS.indexOf(kind)).padStart(8, '0')
  return `${start}-0000-4000-8000-${String(number).padStart(12, '0')}`
}
