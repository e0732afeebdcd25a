import { Link, useNavigate } from 'react-router-dom'
import type { ScheduleYear } from '#contract/schedule/schedule.ts'
import { Card } from '#web/components/card.tsx'
import { writeClosure } from '#web/shared/schedule/closure-address.ts'
import { YearStrip } from '#web/shared/schedule/year-strip.tsx'

/**
 * The closures of the clinic and the absences of its doctors in the next twelve months, with the number
 * of appointments in each. Dragging leads to the form, as the names do.
 */
export function YearOverview({ year }: { year: ScheduleYear }) {
  const navigate = useNavigate()
  return (
    <Card className="max-md:hidden">
      <h2 className="text-2xl">Closures and absences</h2>
      <p className="mb-3 text-muted">
        Of the next twelve months, with the number of appointments in them. Names lead to the forms.
      </p>
      <YearStrip
        today={year.today}
        rows={year.rows.map(({ doctor, closures }) => {
          const page = doctor ? `/dashboard/managedoctors/${doctor._id}` : '/dashboard/schedule'
          return {
            id: doctor?._id ?? 'clinic',
            name: (
              <Link
                to={doctor ? page : '#closures'}
                className="underline decoration-line underline-offset-4 hover:decoration-current"
              >
                {doctor?.name ?? 'The clinic'}
              </Link>
            ),
            closures,
            noun: doctor ? 'absence' : 'closure',
            withHolidays: doctor === null,
            onChoose: (date, until) => void navigate(`${page}?${writeClosure({ date, until })}`),
          }
        })}
      />
    </Card>
  )
}
