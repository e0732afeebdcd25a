import type { Appointment } from '#contract/booking/appointments.ts'
import { formatWireDate } from '#contract/dates.ts'
import type {
  Guardian,
  GuardianList,
  ReceivedInvitation,
  SharedAppointment,
} from '#contract/guardians/guardians.ts'
import { PROPOSED_LINKS_COUNT, SHARED_COUNT } from '#contract/guardians/guardians.ts'
import { NEXT_VISITS_COUNT } from '#contract/next-visits/next-visits-count.ts'
import { claimedFixture } from '#machines/testing/claim/claim-walks.ts'
import { nextVisitFixture } from '#machines/testing/next-visit/next-visit-fixture.ts'
import { offerFixture } from '#machines/testing/offer/offer-walks.ts'
import { changeFixture } from '#machines/testing/reschedule/reschedule-walks.ts'
import { config, mia, noa, treatments } from '#web/both/booking/testing/fake-clinic.ts'
import { ENTRY, REOFFERED } from '#web/both/waitlist/testing/entry.ts'
import { PAST, RECEIPT } from './receipts.ts'

/** Names that no English text has, in the place of the names in the data. */
const DISGUISES = {
  'Vaccinations/Immunizations': 'Vrixotal',
  'Allergy Testing': 'Oxtrofy',
  'Nutrition Services': 'Nuqelban',
  'Development Delay': 'Dwuvelix',
  'Weight Loss': 'Wozkep',
  'Dr. Amara Okafor': 'Xarquol Umbvek',
  'Dr. Ada Lind': 'Ojduwil Xund',
  'Dr. Ben Okoro': 'Ewqual Tjomb',
  'Please bring the diary.': 'Qhuvnok',
  '1 Orchard Lane, Portland, OR 97205': '1 Uvqorn',
  'Nora Newcomer': 'Zubriel Quaxtop',
  'Hannah Engel': 'Hjolvi Brenqt',
  'Tom Engel': 'Tjorvik Brenqt',
  Mia: 'Zelkqua',
  Noa: 'Nujvik',
  Ben: 'Bwoltic',
}

/** Every name on the pages, and the parts of email addresses, which may break before their @. */
export const NAMES = [...Object.values(DISGUISES), 'tjorvik', 'hjolvi', 'gwandma', '@example.com']

export const RECORD = 'record'
const address = 'hjolvi@example.com'
const today = config.clinic.today

const appointment: Appointment = {
  _id: RECORD,
  treatment: 'Allergy Testing',
  child: { _id: mia._id, name: mia.name },
  doctor: 'Dr. Amara Okafor',
  date: formatWireDate('2026-06-09'),
  slot: '09:30 AM - 10:00 AM',
  price: 60,
  paid: false,
  status: 'booked',
  patient: address,
  patientName: 'Nora Newcomer',
  email: address,
  phone: '+1 503 555 0100',
  address: '1',
}
const appointments: Appointment[] = [
  appointment,
  {
    ...appointment,
    _id: 'paid',
    date: formatWireDate('2026-06-10'),
    paid: true,
    transactionId: 'pi_1',
  },
  { ...appointment, _id: 'past', date: formatWireDate('2026-04-09'), paid: true },
  { ...appointment, _id: 'canceled', date: formatWireDate('2026-06-11'), status: 'cancelled' },
]
const shared: SharedAppointment = {
  _id: 'shared',
  child: { _id: noa._id, name: noa.name },
  treatment: 'Weight Loss',
  doctor: 'Dr. Amara Okafor',
  date: formatWireDate('2026-06-12'),
  slot: '10:00 AM - 10:30 AM',
  status: 'booked',
  paid: false,
  past: false,
  mayBook: true,
  mayCancel: true,
  price: 60,
}
const rights = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }
const you: Guardian = { ...rights, _id: 'you', name: 'Hannah Engel', email: address, isYou: true }
const guardians: GuardianList = {
  guardians: [
    you,
    {
      ...you,
      _id: 'tom',
      name: 'Tom Engel',
      email: 'tjorvik@example.com',
      isYou: false,
      isOwner: false,
    },
  ],
  invitations: [
    {
      ...rights,
      _id: 'open',
      email: 'gwandma@example.com',
      state: 'open',
      until: '2026-06-12T12:00:00.000Z',
    },
  ],
}
const invitation: ReceivedInvitation = {
  ...rights,
  _id: RECORD,
  inviterEmail: 'tjorvik@example.com',
  children: [{ _id: mia._id, name: mia.name }],
  merges: [{ _id: noa._id, name: noa.name }],
  bookable: [],
  state: 'open',
  until: '2026-06-12T12:00:00.000Z',
}
const counts = { [SHARED_COUNT]: '1', [NEXT_VISITS_COUNT]: '1', [PROPOSED_LINKS_COUNT]: '1' }

/** The answers of a clinic at which a family has something of everything, by call. */
const ANSWERS: Record<string, unknown> = {
  '/config': config,
  '/available': treatments,
  '/services': treatments.map(({ name }) => ({ name })),
  '/available/next': treatments.map(({ _id, name, price, slots }) => ({
    _id,
    name,
    doctors: ['Dr. Amara Okafor'],
    days: slots.length > 0 ? [{ date: '2026-06-09', price, slots }] : [],
  })),
  '/available/to-move': [changeFixture.treatment],
  '/appointments': appointments,
  '/appointments/history': { appointments: PAST, next: null },
  [`/appointment/${RECORD}`]: appointment,
  [`/appointments/${RECORD}/options`]: { ...changeFixture.options, _id: RECORD },
  [`/appointments/${RECORD}/receipts`]: [],
  '/children': { today, children: [mia, noa, { ...mia, _id: 'ben', name: 'Ben', archived: true }] },
  '/children/appointments': [shared],
  [`/children/${mia._id}/guardians`]: guardians,
  [`/guardian-invitations/${RECORD}`]: invitation,
  '/next-visits': [nextVisitFixture],
  '/family-links': [
    { _id: 'link', familyName: 'Nora Newcomer', appointments: [{ date: today, startMinute: 600 }] },
  ],
  '/contact': { phone: '+1 503 555 0100', address: '1' },
  '/cards': [
    { _id: 'card', brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2027, expired: false },
  ],
  '/email-settings': {
    address,
    verified: true,
    reachable: true,
    reminders: true,
    language: 'en',
    stoppedFor: [{ _id: mia._id, name: mia.name }],
  },
  '/waitlist': [ENTRY, REOFFERED],
  [`/offers/${RECORD}`]: { ...offerFixture, _id: RECORD },
  [`/receipts/${RECORD}`]: RECEIPT,
  [`/claims/${RECORD}`]: {
    state: 'open',
    triesLeft: 3,
    until: '2027-05-01',
    clinic: { name: 'Sprout', phone: '(503) 555-0142', dialablePhone: '+15035550142' },
    claimed: claimedFixture,
  },
}

/** Answers to `GET` calls, by path. */
export function familyAnswers(): Record<string, () => Response> {
  const disguised = Object.entries(DISGUISES).reduce(
    (json, [name, disguise]) => json.replaceAll(name, disguise),
    JSON.stringify(ANSWERS),
  )
  const answers: Record<string, unknown> = JSON.parse(disguised)
  return Object.fromEntries(
    Object.entries(answers).map(([path, answer]) => [
      `GET ${path}`,
      () => Response.json(answer, { headers: path === '/appointments' ? counts : {} }),
    ]),
  )
}
