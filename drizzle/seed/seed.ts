import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#drizzle/client.ts'
import {
  clinicSettings,
  doctors,
  prices,
  treatments,
  treatmentTimes,
} from '#drizzle/schema/index.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'

/** The six treatments of the home page. */
export const TREATMENTS = [
  { name: 'Parenatal/Newborn', priceCents: 95_00 },
  { name: 'Vaccinations/Immunizations', priceCents: 45_00 },
  { name: 'Nutrition Services', priceCents: 70_00 },
  { name: 'Development Delay', priceCents: 120_00 },
  { name: 'Allergy Testing', priceCents: 110_00 },
  { name: 'Weight Loss', priceCents: 80_00 },
]

// Opening hours, in minutes after midnight.
const OPENS = 9 * 60
const CLOSES = 17 * 60
const SLOT_MINUTES = 30

/** The four doctors of the home page. */
const DOCTORS = [
  {
    name: 'Dr. Amara Okafor',
    email: 'amara.okafor@sprout.example',
    designation: 'Head Pediatrician',
    specialty: 'Parenatal/Newborn',
  },
  {
    name: 'Dr. Daniel Reyes',
    email: 'daniel.reyes@sprout.example',
    designation: 'Vaccinations and Travel Medicine',
    specialty: 'Vaccinations/Immunizations',
  },
  {
    name: 'Dr. Leila Haddad',
    email: 'leila.haddad@sprout.example',
    designation: 'Child Development',
    specialty: 'Development Delay',
  },
  {
    name: 'Dr. Henrik Larsen',
    email: 'henrik.larsen@sprout.example',
    designation: 'Allergies and Nutrition',
    specialty: 'Allergy Testing',
  },
]

/**
 * Fills a new database with treatments, their start times and the first doctors. A database that
 * has treatments is not changed, so that the clinic's own changes stay.
 * @param isReal whether providers are real: then the site is being prepared, and everything is
 *   marked as a sample
 * @returns whether anything was written
 */
export function seedDatabase(db: Database, now: Date, { isReal = false } = {}): boolean {
  const sample = isReal
  return writeAtOnce(db, (tx) => {
    if (tx.select().from(treatments).limit(1).get()) return false
    if (isReal) tx.update(clinicSettings).set({ openState: 'preparing' }).run()
    for (const [position, { name, priceCents }] of TREATMENTS.entries()) {
      const id = uuidv7()
      tx.insert(treatments)
        .values({ id, position, name, lengthMinutes: SLOT_MINUTES, sample })
        .run()
      tx.insert(prices)
        .values({ treatmentId: id, validFrom: '2000-01-01', priceCents, createdAt: now })
        .run()
      tx.insert(treatmentTimes).values(timesOfDay(id)).run()
    }
    for (const doctor of DOCTORS) {
      tx.insert(doctors)
        .values({ id: uuidv7(), createdAt: now, sample, ...doctor })
        .run()
    }
    return true
  })
}

function timesOfDay(treatmentId: string) {
  const count = (CLOSES - OPENS) / SLOT_MINUTES
  return Array.from({ length: count }, (_, index) => ({
    treatmentId,
    startMinute: OPENS + index * SLOT_MINUTES,
    lengthMinutes: SLOT_MINUTES,
  }))
}
