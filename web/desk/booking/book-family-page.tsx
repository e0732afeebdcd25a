import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { calendarOptions } from '#web/both/times/calendar-query.ts'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { familyOptions } from '#web/desk/patients/families-api.ts'

// The largest part of the page, loaded in parallel with the family.
const flow = componentChunk(() => import('./family-booking-flow.tsx'))

/** Where staff book for a family, with the screens of patients. */
export default function BookFamilyPage({ squeeze = false }: { squeeze?: boolean }) {
  const { id = '' } = useParams()
  const family = useQuery(familyOptions(id))
  const calendar = useQuery(calendarOptions())
  useEffect(() => {
    // The screen shows a failure and retries.
    flow.load().catch(() => undefined)
  }, [])
  if (family.data && calendar.data) {
    const props = { family: family.data, calendar: calendar.data, squeeze }
    return <LazyComponent chunk={flow} props={props} waiting={<Waiting />} />
  }
  const failed = [family, calendar].find(({ isLoadingError }) => isLoadingError)
  if (failed?.error) {
    return (
      <LoadError title="We couldn’t load the family" query={{ ...failed, error: failed.error }} />
    )
  }
  return <Waiting />
}

function Waiting() {
  return <ListSkeleton label="Loading the family" />
}
