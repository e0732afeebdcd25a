/** A part of a line; a label is what a screen calls a button, page or field. */
export type HandbookSpan = string | { label: string }

export type HandbookBlock =
  | { kind: 'heading'; id: string; text: string }
  | { kind: 'paragraph'; spans: HandbookSpan[] }
  | { kind: 'steps'; items: HandbookSpan[][] }
  | { kind: 'image'; src: string; alt: string; width: number; height: number }

/** A page of docs/handbook, as `web/build/handbook.ts` compiles it. */
export interface HandbookPage {
  title: string
  blocks: HandbookBlock[]
}

/** The pages, each with the role whose tasks it has. */
export const HANDBOOK = {
  receptionist: () => import('#docs/handbook/receptionist.md'),
  doctor: () => import('#docs/handbook/doctor.md'),
  admin: () => import('#docs/handbook/admin.md'),
} as const

export type HandbookName = keyof typeof HANDBOOK
