import {
  DEFAULT_MOST_IN_SERIES,
  FEWEST_IN_SERIES,
  LONGEST_SERIES,
} from '../booking/series-length.ts'
import { DEFAULT_BANDS, refundBands } from '../payments/refund-bands.ts'
import { settingGroup, timeOfDay, wholeNumber } from './setting.ts'

// The booking rules that apply to families.

/** The environment can set other defaults for the horizon and for unpaid appointments. */
export const BOOKING_RULES = settingGroup({
  title: 'Booking rules',
  settings: {
    /** Counted from today. */
    bookingHorizonDays: {
      schema: wholeNumber(1, 730),
      initial: 90,
      label: 'Days ahead that can be booked',
      hint: 'Appointments that are booked already stay.',
    },
    unpaidAppointments: {
      schema: wholeNumber(0, 1000),
      initial: 4,
      label: 'Unpaid appointments per account',
      hint: 'Coming ones, also of one child; 0 for no limit.',
    },
    unpaidAppointmentsUnverified: {
      schema: wholeNumber(0, 1000),
      initial: 2,
      label: 'While the email is not confirmed',
      hint: 'Coming unpaid appointments; 0 for no limit.',
    },
    siblingGapMinutes: {
      schema: wholeNumber(0, 60),
      initial: 15,
      label: 'Longest wait between siblings, in minutes',
      hint: 'When they are booked together.',
    },
    mostInSeries: {
      schema: wholeNumber(FEWEST_IN_SERIES, LONGEST_SERIES),
      initial: DEFAULT_MOST_IN_SERIES,
      label: 'Most appointments in a series',
      hint: `Of one treatment, booked together; from ${FEWEST_IN_SERIES} to ${LONGEST_SERIES}.`,
    },
  },
})

/** When families are reminded: docs/requirements.md#reminders. */
export const REMINDERS = settingGroup({
  title: 'Reminders by email',
  intro: 'A change applies to all reminders that are still to be sent.',
  settings: {
    firstReminderDays: {
      schema: wholeNumber(0, 30),
      initial: 3,
      label: 'First reminder, days before',
      hint: '0 for no first reminder.',
    },
    firstReminderTime: {
      schema: timeOfDay,
      initial: '10:00',
      label: 'First reminder at',
      type: 'time',
    },
    secondReminderDays: {
      schema: wholeNumber(0, 30),
      initial: 1,
      label: 'Second reminder, days before',
      hint: '0 for no second reminder.',
    },
    secondReminderTime: {
      schema: timeOfDay,
      initial: '16:00',
      label: 'Second reminder at',
      type: 'time',
    },
    quietFrom: {
      schema: timeOfDay,
      initial: '20:00',
      label: 'Quiet hours from',
      hint: 'Reminders wait; confirmations are sent at once.',
      type: 'time',
    },
    quietUntil: {
      schema: timeOfDay,
      initial: '08:00',
      label: 'Quiet hours until',
      hint: 'The same time twice for no quiet hours.',
      type: 'time',
    },
    reminderMinimumHours: {
      schema: wholeNumber(0, 168),
      initial: 24,
      label: 'Hours between booking and reminder',
      hint: 'No reminder of appointments that were booked later.',
    },
  },
})

/** The rules for changes of booked appointments. */
export const CHANGES = settingGroup({
  title: 'Changes and refunds',
  settings: {
    changeUntilHours: {
      schema: wholeNumber(0, 336),
      initial: 2,
      label: 'Hours before the start until which families can change online',
      hint: 'Later they are asked to call.',
    },
    mostMoves: {
      schema: wholeNumber(0, 100),
      initial: 3,
      label: 'Online moves per appointment',
      hint: 'An ill child has one more.',
    },
    checkInMinutes: {
      schema: wholeNumber(0, 720),
      initial: 60,
      label: 'Minutes before the start from which patients can be checked in',
    },
    /** The terms of appointments that are booked from now on. */
    refundBands: { schema: refundBands, initial: DEFAULT_BANDS, label: 'Refunds', type: 'own' },
  },
})

/** How long families have to answer for a closed day: docs/requirements.md#re-offers. */
export const REOFFERS = settingGroup({
  title: 'Closed days',
  intro:
    'When booked time is closed, another time is held for each family, which is asked by email.',
  settings: {
    reofferAnswerDays: {
      schema: wholeNumber(1, 14),
      initial: 2,
      label: 'Open days to answer',
      hint: 'Counted from the day after. No time is held longer than until shortly before it.',
    },
    reofferAnswerUntil: {
      schema: timeOfDay,
      initial: '18:00',
      label: 'Time of the last of these days',
      type: 'time',
    },
    reofferCallDays: {
      schema: wholeNumber(0, 14),
      initial: 1,
      label: 'Open days on To call without an answer',
      hint: 'The time is held meanwhile. Then the appointment is canceled.',
    },
  },
})

/** How freed times are offered: docs/requirements.md#waiting-list. */
export const WAITING_LIST = settingGroup({
  title: 'Waiting list',
  intro:
    'A freed time is held for one family after the other. Longer before it, they have more time.',
  settings: {
    waitlistEntries: {
      schema: wholeNumber(1, 50),
      initial: 5,
      label: 'Treatments that a family can wait for',
      hint: 'At the same time.',
    },
    offersPerDay: {
      schema: wholeNumber(1, 20),
      initial: 2,
      label: 'Offers to a family in a day',
    },
    offersFrom: {
      schema: timeOfDay,
      initial: '08:00',
      label: 'Offers are made from',
      type: 'time',
    },
    offersUntil: {
      schema: timeOfDay,
      initial: '20:00',
      label: 'Offers are made until',
      hint: 'What becomes free outside of these hours is public at once.',
      type: 'time',
    },
    offerMinutesDays: {
      schema: wholeNumber(1, 2880),
      initial: 240,
      label: 'Minutes to answer, 3 days or more before',
      hint: 'How long a time is held for a family.',
    },
    offerMinutesDay: {
      schema: wholeNumber(1, 1440),
      initial: 60,
      label: 'Minutes to answer, 1 to 3 days before',
    },
    offerMinutesHours: {
      schema: wholeNumber(1, 360),
      initial: 20,
      label: 'Minutes to answer, 6 to 24 hours before',
    },
    offerMinutesLast: {
      schema: wholeNumber(1, 360),
      initial: 10,
      label: 'Minutes to answer, less than 6 hours before',
    },
    mostOffers: {
      schema: wholeNumber(1, 100),
      initial: 8,
      label: 'Offers of one time',
      hint: 'Then everyone can book it.',
    },
    offerLeadMinutes: {
      schema: wholeNumber(0, 1440),
      initial: 90,
      label: 'Minutes before the start until which it is offered',
      hint: 'What becomes free later is public at once.',
    },
  },
})
