import { v7 as uuidv7 } from 'uuid'
import type { Database } from './client.ts'
import { doctors, serviceSlots, services } from './schema.ts'

/** The six treatments of the home page, as the spec writes them (section 2), with their prices. */
const TREATMENTS = [
  { name: 'Parenatal/Newborn', priceCents: 95_00 },
  { name: 'Vaccinations/Immunizations', priceCents: 45_00 },
  { name: 'Nutrition Services', priceCents: 70_00 },
  { name: 'Development Delay', priceCents: 120_00 },
  { name: 'Allergy Testing', priceCents: 110_00 },
  { name: 'Weight Loss', priceCents: 80_00 },
]

// Opening hours (spec section 9), in minutes after midnight.
const OPENS = 9 * 60
const CLOSES = 17 * 60
const SLOT_MINUTES = 30

/** The four of the home page. */
const DOCTORS = [
  {
    name: 'Dr. Amara Okafor',
    email: 'amara.okafor@sprout.example',
    designation: 'Head paediatrician',
    specialty: 'Parenatal/Newborn',
  },
  {
    name: 'Dr. Daniel Reyes',
    email: 'daniel.reyes@sprout.example',
    designation: 'Vaccinations and travel',
    specialty: 'Vaccinations/Immunizations',
  },
  {
    name: 'Dr. Leila Haddad',
    email: 'leila.haddad@sprout.example',
    designation: 'Child development',
    specialty: 'Development Delay',
  },
  {
    name: 'Dr. Henrik Larsen',
    email: 'henrik.larsen@sprout.example',
    designation: 'Allergies and nutrition',
    specialty: 'Allergy Testing',
  },
]

/**
 * Fills a new database: treatments, their slots and the first doctors. A database that has
 * treatments is left as it is, so that what the clinic has changed since stays changed.
 * @returns whether anything was written
 */
export function seedDatabase(db: Database, now: Date): boolean {
  return db.transaction(
    (tx) => {
      if (tx.select().from(services).limit(1).get()) return false
      for (const [position, treatment] of TREATMENTS.entries()) {
        const service = { id: uuidv7(), position, ...treatment }
        tx.insert(services).values(service).run()
        tx.insert(serviceSlots).values(slotsOfDay(service.id)).run()
      }
      for (const doctor of DOCTORS) {
        tx.insert(doctors)
          .values({ id: uuidv7(), createdAt: now, ...doctor })
          .run()
      }
      return true
    },
    { behavior: 'immediate' },
  )
}

function slotsOfDay(serviceId: string) {
  const count = (CLOSES - OPENS) / SLOT_MINUTES
  return Array.from({ length: count }, (_, index) => ({
    serviceId,
    startMinute: OPENS + index * SLOT_MINUTES,
    lengthMinutes: SLOT_MINUTES,
  }))
}
