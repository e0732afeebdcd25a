// A child's initials and color, the same on screens and in emails.

/** The colors, by their names in styles and emails. */
export const TINTS = ['leaf', 'peach', 'honey', 'sky', 'lilac', 'rose', 'aqua'] as const

export type Tint = (typeof TINTS)[number]

/** The color of a child. It depends on the id, so that it stays when the name changes. */
export function tintOf(id: string): Tint {
  const sum = [...id].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 0)
  return TINTS[sum % TINTS.length] ?? TINTS[0]
}

/** 'Mia Lund' → 'ML', 'Mia' → 'M' */
export function faceInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const first = words.slice(0, 1)
  const last = words.slice(1).slice(-1)
  return [...first, ...last].map((word) => [...word][0]?.toUpperCase()).join('')
}
