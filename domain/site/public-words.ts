import { imageUrl } from '#contract/images/images.ts'
import type { PublicWords } from '#contract/site/public-words.ts'
import { toPublicWords } from '#contract/site/to-public.ts'
import type { Database } from '#drizzle/client.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/treatments.ts'
import { listSections } from './site.ts'

/** How many doctors the home page shows. */
const SHOWN_DOCTORS = 4

/** The first doctors that have a photo. */
export const listHomeDoctors = (db: Database) =>
  listDoctors(db)
    .flatMap(({ doctor, image }) =>
      image && image.status !== 'removed'
        ? [
            {
              name: doctor.name,
              designation: doctor.designation ?? doctor.specialty,
              img: imageUrl(image.id),
            },
          ]
        : [],
    )
    .slice(0, SHOWN_DOCTORS)

/** The names of the treatments that are offered. */
export const listHomeTreatments = (db: Database) =>
  listOfferedTreatments(db).map(({ name }) => ({ name }))

/** The words that admins have saved, as pages show them; undefined without any. */
export function readPublicWords(
  db: Database,
  { name: clinicName }: { name: string },
): PublicWords | undefined {
  const saved = listSections(db).filter(({ version }) => version > 0)
  if (saved.length === 0) return undefined
  const referred = {
    clinicName,
    treatments: () => listHomeTreatments(db),
    doctors: () => listHomeDoctors(db),
  }
  return Object.assign({}, ...saved.map((section) => toPublicWords(section, referred)))
}
