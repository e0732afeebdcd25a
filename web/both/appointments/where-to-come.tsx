import { addressLine, thingsToBring } from '#contract/clinic/clinic-details.ts'
import { isolate } from '#contract/names.ts'
import { useClinic } from '#web/lib/clinic.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/payments/appointment.ts'

/** Where a family comes to, and what it brings. */
export function WhereToCome() {
  const clinic = useClinic()
  const things = thingsToBring(clinic)
  return (
    <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      <div>
        <h2 className="text-base">{words.where}</h2>
        <p>{isolate(addressLine(clinic))}</p>
      </div>
      {things.length > 0 && (
        <div>
          <h2 className="text-base">{words.whatToBring}</h2>
          <ul className="list-disc ps-5">
            {things.map((thing) => (
              <li key={thing}>
                <OwnText>{thing}</OwnText>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
