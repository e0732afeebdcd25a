import type { Section } from '#contract/site/sections.ts'

interface TextSpec {
  name: string
  label: string
  hint?: string
  /** `lines` and `paragraphs` are lists of texts; `story` is in the format of texts of the clinic. */
  kind: 'line' | 'text' | 'date' | 'lines' | 'paragraphs' | 'story'
}

interface ChoiceSpec {
  name: string
  label: string
  kind: 'choice'
  options: readonly { value: string; label: string }[]
}

interface RowsSpec {
  name: string
  /** The label of one row: 'Figure'. */
  label: string
  kind: 'rows'
  most: number
  fields: readonly TextSpec[]
}

export type FieldSpec = TextSpec | ChoiceSpec | RowsSpec

const TITLE: TextSpec = { name: 'title', label: 'Title', kind: 'line' }
const TEXT: TextSpec = { name: 'text', label: 'Text', kind: 'text' }
const NOT_SHOWN = 'Not shown on the site.'

/** The form of each section. The schemas are in `contract/site/site.ts`. */
export const FIELDS: Record<Section, readonly FieldSpec[]> = {
  hero: [
    {
      name: 'eyebrow',
      label: 'Line above the title (optional)',
      kind: 'line',
      hint: '{city} stands for the city of the clinic’s address.',
    },
    TITLE,
    { ...TEXT, label: 'Text (optional)' },
  ],
  care: [
    TITLE,
    {
      name: 'text',
      label: 'Paragraphs (optional)',
      kind: 'paragraphs',
      hint: 'A blank line begins a new one.',
    },
    { name: 'points', label: 'Points (optional)', kind: 'lines', hint: 'One on each line.' },
  ],
  treatments: [
    TITLE,
    { ...TEXT, label: 'Text (optional)' },
    {
      name: 'shown',
      label: 'Treatments',
      kind: 'choice',
      options: [
        { value: 'clinic', label: 'The treatments that the clinic offers now' },
        { value: 'sample', label: 'The six samples with descriptions' },
      ],
    },
  ],
  why: [TITLE, { name: 'reasons', label: 'Reason', kind: 'rows', most: 6, fields: [TITLE, TEXT] }],
  statistics: [
    {
      name: 'statistics',
      label: 'Figure',
      kind: 'rows',
      most: 4,
      fields: [
        { name: 'figure', label: 'Figure', kind: 'line', hint: 'Such as 980+' },
        { name: 'label', label: 'Label', kind: 'line' },
        {
          name: 'source',
          label: 'Source',
          kind: 'line',
          hint: `Where the figure comes from, and its date. ${NOT_SHOWN}`,
        },
      ],
    },
  ],
  testimonials: [
    {
      name: 'testimonials',
      label: 'Testimonial',
      kind: 'rows',
      most: 6,
      fields: [
        { name: 'name', label: 'Name shown', kind: 'line' },
        { name: 'relation', label: 'Relation', kind: 'line', hint: 'Such as Mother of two' },
        {
          name: 'details',
          label: 'Text',
          kind: 'text',
          hint: 'The site shows the first 130 characters.',
        },
        { name: 'permissionSince', label: 'Permission since', kind: 'date', hint: NOT_SHOWN },
        {
          name: 'permissionBy',
          label: 'Who gave the permission',
          kind: 'line',
          hint: `And where it is on file. ${NOT_SHOWN}`,
        },
      ],
    },
  ],
  team: [
    TITLE,
    {
      name: 'shown',
      label: 'Doctors',
      kind: 'choice',
      options: [
        { value: 'clinic', label: 'The clinic’s first four doctors with a photo' },
        { value: 'sample', label: 'The four drawn samples' },
        { value: 'none', label: 'None: this part is hidden' },
      ],
    },
  ],
  about: [
    { name: 'story', label: 'Who we are (optional)', kind: 'story' },
    { name: 'strengths', label: 'Strength', kind: 'rows', most: 3, fields: [TITLE, TEXT] },
    { name: 'roomsTitle', label: 'Title of the rooms', kind: 'line' },
    {
      name: 'rooms',
      label: 'Room',
      kind: 'rows',
      most: 9,
      fields: [{ ...TITLE, label: 'Name' }, TEXT],
    },
    { name: 'contact', label: 'Introduction of the contact page (optional)', kind: 'text' },
  ],
  footer: [
    { name: 'promise', label: 'Line under the name (optional)', kind: 'line' },
    { name: 'services', label: 'Services (optional)', kind: 'lines', hint: 'One on each line.' },
  ],
}
