import * as z from 'zod/mini'
import { PLANNED_YEARS } from '../dates.ts'
import { DEFAULT_FOLLOW_UPS, followUpsOf, MOST_FOLLOW_UPS } from '../next-visits/follow-up.ts'
import { LARGEST_BATCH } from '../next-visits/largest-batch.ts'
import { optionalLine, requiredLine } from '../text.ts'
import { LONGEST_ROOM, roomsOf } from './rooms.ts'
import { settingGroup, wholeNumber } from './setting.ts'
import { LONGEST_TILL, tillsOf } from './till-names.ts'

// Settings of the clinic's own work: figures, the front desk, the second copy of the data.

export const FIGURES = settingGroup({
  title: 'Figures by email',
  settings: {
    weeklyFigures: {
      schema: z.boolean('Choose on or off'),
      initial: false,
      label: 'Email last week’s figures to admins on Monday morning',
      hint: 'Booked, missed, third next free time, money taken and not paid. No patient is named.',
      wide: true,
    },
  },
})

export const FRONT_DESK = settingGroup({
  title: 'Front desk',
  settings: {
    /** Empty: the agenda does not distinguish rooms. */
    rooms: {
      schema: optionalLine('Rooms', 500).check(
        z.refine(
          (text) => roomsOf(text).every((name) => name.length <= LONGEST_ROOM),
          `A room’s name must be ${LONGEST_ROOM} characters or fewer`,
        ),
      ),
      initial: '',
      label: 'Rooms (optional)',
      hint: 'Separated by commas: Room 1, Room 2. The step In room asks which one.',
      wide: true,
    },
    /** Empty: there is one till. */
    tills: {
      schema: optionalLine('Tills', 500).check(
        z.refine(
          (text) => tillsOf(text).every((name) => name.length <= LONGEST_TILL),
          `A till’s name must be ${LONGEST_TILL} characters or fewer`,
        ),
      ),
      initial: '',
      label: 'Tills (optional)',
      hint: 'Separated by commas: Desk 1, Desk 2. Each is counted on the closing sheet.',
      wide: true,
    },
    lateMinutes: {
      schema: wholeNumber(0, 120),
      initial: 5,
      label: 'Minutes after the start from which a patient is late',
      hint: '0: at once.',
    },
    lockMinutes: {
      schema: wholeNumber(0, 240),
      initial: 10,
      label: 'Minutes without input after which staff pages lock',
      hint: '0: never.',
    },
    messageDays: {
      schema: wholeNumber(1, 3650),
      initial: 90,
      label: 'Days after which a message that is done is deleted',
    },
    staffRecordAbsences: {
      schema: z.boolean('Choose yes or no'),
      initial: true,
      label: 'Staff may record that a doctor is absent today',
    },
    absencesNeedApproval: {
      schema: z.boolean('Choose yes or no'),
      initial: false,
      label: 'An admin approves the absences that staff record',
      hint: 'They apply at once, and are listed under To do until they are approved or withdrawn.',
    },
  },
})

/** Visits that the clinic asks families to book: docs/requirements.md#next-visits. */
export const NEXT_VISITS = settingGroup({
  title: 'Next visits',
  intro: 'A change applies to new requests to book a visit.',
  settings: {
    followUpDaysBefore: {
      schema: wholeNumber(0, 90),
      initial: 7,
      label: 'Days before the chosen day on which booking begins',
    },
    followUpDaysAfter: {
      schema: wholeNumber(0, 180),
      initial: 21,
      label: 'Days after the chosen day on which booking ends',
    },
    ticketLapseDays: {
      schema: wholeNumber(1, 365),
      initial: 30,
      label: 'Days after that until the request ends',
    },
    followUps: {
      schema: requiredLine('Buttons', 200, 'Enter at least one interval').check(
        z.refine(
          (text) => (followUpsOf(text)?.length ?? Infinity) <= MOST_FOLLOW_UPS,
          `Enter up to ${MOST_FOLLOW_UPS} different intervals, like: 2 weeks, 3 months, 1 year`,
        ),
      ),
      initial: DEFAULT_FOLLOW_UPS,
      label: 'Buttons of Next visit',
      hint: `Up to ${MOST_FOLLOW_UPS}, separated by commas: days, weeks, months or years, to ${PLANNED_YEARS} years.`,
      wide: true,
    },
  },
})

/** Emails about check-ups and missed visits: docs/requirements.md#check-ups-to-email. */
export const CHECK_UP_EMAILS = settingGroup({
  title: 'Check-ups to email',
  intro: 'Families are asked by up to three emails to book check-ups, and visits that they missed.',
  settings: {
    knownMonths: {
      schema: wholeNumber(1, 216),
      initial: 24,
      label: 'Months since the last visit, at most',
      hint: 'For children who were not here for longer, no check-up is asked for.',
    },
    daysAfterVisit: {
      schema: wholeNumber(0, 365),
      initial: 28,
      label: 'Days after a visit in which no email asks',
      hint: 'The day of the visit included. 0: no such days.',
    },
    childrenToEmail: {
      schema: wholeNumber(1, LARGEST_BATCH),
      initial: LARGEST_BATCH,
      label: 'Children in a list, at most',
      hint: `Up to ${LARGEST_BATCH}; also in a night in which families are asked without a press.`,
    },
    secondAskDays: {
      schema: wholeNumber(1, 90),
      initial: 7,
      label: 'Days from the first email to the second',
      hint: 'Emails that are planned already keep their day.',
    },
    thirdAskDays: {
      schema: wholeNumber(1, 90),
      initial: 7,
      label: 'Days from the second email to the third',
      hint: 'None is sent once the visit is booked.',
    },
    missedAskDays: {
      schema: wholeNumber(1, 14),
      initial: 1,
      label: 'Days from a missed visit to the first email',
      hint: 'It is sent at 10:00.',
    },
  },
})

/** Records from the clinic's previous system: docs/requirements.md#moving-in. */
export const IMPORTS = settingGroup({
  title: 'Imports',
  settings: {
    importUndoDays: {
      schema: wholeNumber(1, 365),
      initial: 14,
      label: 'Days for which an import can be undone',
    },
    importKeptDays: {
      schema: wholeNumber(1, 365),
      initial: 14,
      label: 'Days after which the rows of an uploaded file are deleted',
      hint: 'The records that they added stay.',
    },
    importReminders: {
      schema: z.boolean('Choose yes or no'),
      initial: true,
      label: 'Send reminders of imported appointments',
      hint: 'Of days before the opening, none is sent.',
      wide: true,
    },
  },
})

/** How imported families are invited: docs/requirements.md#claims. */
export const INVITATIONS = settingGroup({
  title: 'Invite families',
  intro: 'Imported families get a link to their records, by email or letter.',
  settings: {
    invitationsPerHour: {
      schema: wholeNumber(1, 2000),
      initial: 500,
      label: 'Emails with a link in an hour, at most',
      hint: 'Mail providers may refuse too many at once.',
    },
    invitationDays: {
      schema: wholeNumber(1, 365),
      initial: 60,
      label: 'Days for which a link can be used',
      hint: 'Links that were made before a change keep their last day.',
    },
  },
})

export const SITE_ALARMS = settingGroup({
  title: 'Alarms',
  intro: 'Every admin gets an email. The site looks every ten minutes, once it has real providers.',
  settings: {
    diskAlarmPercent: {
      schema: wholeNumber(0, 50),
      initial: 10,
      label: 'Percent of the disk that must be free',
      hint: '0: no alarm.',
    },
    backupAlarmHours: {
      schema: wholeNumber(0, 720),
      initial: 26,
      label: 'Hours after which the newest backup is too old',
      hint: '0: no alarm.',
    },
    bounceAlarmPercent: {
      schema: wholeNumber(0, 100),
      initial: 5,
      label: 'Percent of a week’s emails that may bounce',
      hint: '100: no alarm.',
    },
  },
})

export const SECOND_COPY = settingGroup({
  title: 'Second copy',
  settings: {
    copyAlarmMinutes: {
      schema: wholeNumber(1, 1440),
      initial: 5,
      label: 'Minutes after which a copy is too old',
      hint: 'An alarm is raised then.',
    },
  },
})
