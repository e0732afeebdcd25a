import * as z from 'zod/mini'

/** What the rows of a file describe. */
export const IMPORT_KINDS = ['families', 'appointments', 'visits', 'waits'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

const PERSON = [
  'household',
  'childId',
  'childName',
  'childFirst',
  'childLast',
  'birthDate',
  'guardianName',
  'guardianFirst',
  'guardianLast',
  'phone',
  'email',
] as const

/** The language of the family's emails; families only, because an appointment does not change it. */
const FAMILY = ['language'] as const

const SECOND = ['secondName', 'secondFirst', 'secondLast', 'secondPhone', 'secondEmail'] as const

const APPOINTMENT = [
  'appointmentId',
  'date',
  'time',
  'end',
  'minutes',
  'treatment',
  'doctor',
  'price',
  'status',
] as const

const WAIT = [
  'waitId',
  'from',
  'to',
  'weekdays',
  'part',
  'notice',
  'siblings',
  'rank',
  'joined',
] as const

/** The fields that a column of a file can contain. */
export const importFields = z.enum([...PERSON, ...FAMILY, ...SECOND, ...APPOINTMENT, ...WAIT])
export type ImportField = z.infer<typeof importFields>

/** The names of the fields on screens. */
export const FIELD_LABELS: Record<ImportField, string> = {
  household: 'Household or family number',
  childId: 'Child’s number',
  childName: 'Child’s name',
  childFirst: 'Child’s first name',
  childLast: 'Child’s last name',
  birthDate: 'Birth date',
  guardianName: 'Guardian’s name',
  guardianFirst: 'Guardian’s first name',
  guardianLast: 'Guardian’s last name',
  phone: 'Phone',
  email: 'Email',
  language: 'Language',
  secondName: 'Second guardian’s name',
  secondFirst: 'Second guardian’s first name',
  secondLast: 'Second guardian’s last name',
  secondPhone: 'Second guardian’s phone',
  secondEmail: 'Second guardian’s email',
  appointmentId: 'Appointment’s number',
  date: 'Day',
  time: 'Time',
  end: 'End',
  minutes: 'Length in minutes',
  treatment: 'Treatment',
  doctor: 'Doctor',
  price: 'Price',
  status: 'Status',
  waitId: 'Entry’s number',
  from: 'First day',
  to: 'Last day',
  weekdays: 'Weekdays',
  part: 'Part of the day',
  notice: 'Notice in minutes',
  siblings: 'Number of siblings who wait together',
  rank: 'Rank (1: urgent)',
  joined: 'Joined',
}

/** The fields that a file of each kind can have. */
export const FIELDS_OF: Record<ImportKind, readonly ImportField[]> = {
  families: [...PERSON, ...FAMILY, ...SECOND],
  appointments: [...PERSON, ...APPOINTMENT],
  visits: [...PERSON, 'appointmentId', 'date', 'treatment', 'status'],
  waits: [...PERSON, ...WAIT, 'appointmentId', 'treatment', 'doctor', 'status'],
}

/** The fields without which a file of each kind cannot be imported; one of each list. */
export const NEEDED_FIELDS: Record<ImportKind, readonly (readonly ImportField[])[]> = {
  families: [
    ['childName', 'childFirst'],
    ['birthDate'],
    ['guardianName', 'guardianFirst'],
    ['phone'],
  ],
  appointments: [['childId', 'childName', 'childFirst'], ['date'], ['treatment']],
  visits: [['childId', 'childName', 'childFirst'], ['date'], ['treatment']],
  waits: [['childId', 'childName', 'childFirst'], ['treatment']],
}
