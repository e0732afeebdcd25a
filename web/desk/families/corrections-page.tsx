import { useInfiniteQuery } from '@tanstack/react-query'
import { count } from '#contract/count.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { Correction, IdentityField } from '#contract/front-desk/corrections.ts'
import { listCorrections } from '#contract/front-desk/corrections-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { FamilyLink } from '#web/desk/patients/family-link.tsx'
import { PatientFacts, PatientName } from '#web/desk/patients/patient-name.tsx'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'

const FIELDS: Record<IdentityField, string> = {
  name: 'Name',
  birthDate: 'Birth date',
  phone: 'Phone',
  email: 'Email',
}

/** Corrections of children and families, for staff: docs/requirements.md#corrections. */
export default function CorrectionsPage() {
  return (
    <>
      <PageTitle>Corrections</PageTitle>
      <p className="mt-2 max-w-prose text-lg text-muted">
        Changed names, birth dates, phones and emails. Appointments that had begun keep what they
        said.
      </p>
      <p className="mt-2 mb-4">
        <TextLink to="/dashboard/families">Back to the families</TextLink>
      </p>
      <Corrections />
    </>
  )
}

function Corrections() {
  const list = useInfiniteQuery(pagedListOptions(listCorrections, {}))
  if (list.isError && !list.data) {
    return <LoadError title="We couldn’t load the corrections" query={list} />
  }
  if (!list.data) return <ListSkeleton label="Loading corrections" />
  const corrections = list.data.pages.flatMap((page) => page.corrections)
  if (corrections.length === 0) {
    return (
      <EmptyState title="No corrections yet">
        Changes of a child or of a family without an account are listed here.
      </EmptyState>
    )
  }
  return (
    <>
      <DividedList isOrdered aria-label="Corrections">
        {corrections.map((correction) => (
          <CorrectionRow key={correction._id} correction={correction} />
        ))}
      </DividedList>
      <LoadMore list={list}>Show older corrections</LoadMore>
    </>
  )
}

function CorrectionRow({ correction }: { correction: Correction }) {
  const { at, by, subject, field, corrected, kept } = correction
  const { family, type } = subject
  return (
    <li className="grid gap-x-6 gap-y-1 py-4 [overflow-wrap:anywhere] md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)]">
      <div>
        <FamilyLink
          family={family}
          className="inline-flex min-h-11 items-center underline underline-offset-4 sm:min-h-6"
        >
          <span className="font-extrabold">
            <PatientName of={subject} />
          </span>
        </FamilyLink>
        {type === 'family' && <span className="block text-sm text-muted">Family</span>}
        <PatientFacts of={subject} />
      </div>
      <dl>
        <dt className="text-sm text-muted">{FIELDS[field]}</dt>
        <dd>
          <span className="sr-only">Before: </span>
          <del>
            <bdi>{shownValue(field, correction.from)}</bdi>
          </del>{' '}
          <span aria-hidden="true">→</span> <span className="sr-only">now: </span>
          <ins className="font-bold no-underline">
            <bdi>{shownValue(field, correction.to)}</bdi>
          </ins>
        </dd>
        <dd className="text-sm text-muted">
          {count(corrected, 'coming appointment')} corrected, {count(kept, 'earlier one')} unchanged
        </dd>
      </dl>
      <p className="text-sm text-muted md:text-end">
        <Instant at={at} as="exact" />
        <span className="block">
          by <bdi>{by}</bdi>
        </span>
      </p>
    </li>
  )
}

function shownValue(field: IdentityField, value: string | null): string {
  if (value === null || value === '') return 'none'
  return field === 'birthDate' ? formatWireDate(value) : value
}
