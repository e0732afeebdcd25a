import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { formatMinute, startOfSlot } from '#contract/booking/slots.ts'
import { type ListedFamily, type NewFamily, SHORTEST_SEARCH } from '#contract/families/families.ts'
import { addFamily } from '#contract/families/families-calls.ts'
import { familyPage } from '#web/both/appointments/booked-family.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { SearchField } from '#web/components/forms/search-field.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { LanguageBadge } from '#web/desk/agenda/appointment/badges.tsx'
import { shownName } from '#web/desk/appointments/agenda-order.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { usePrivacy } from '#web/desk/appointments/privacy.ts'
import { readTakenTime, type TakenTime } from '#web/desk/booking/taken-time.ts'
import { FAMILIES_KEY, familiesOptions } from '#web/desk/patients/families-api.ts'
import { asPatient, PatientName } from '#web/desk/patients/patient-name.tsx'
import { send } from '#web/lib/api/send.ts'
import { FamilyForm } from './family-form.tsx'

/** Where staff find a family, or add one without an account. */
export default function FamiliesPage() {
  const [address, setAddress] = useSearchParams()
  const search = address.get('search') ?? ''
  const [isAdding, setAdding] = useState(address.has('add'))
  const taken = readTakenTime(address)
  const searchFor = (words: string) =>
    setAddress(
      (known) => {
        if (words) known.set('search', words)
        else known.delete('search')
        return known
      },
      { replace: true },
    )

  return (
    <>
      <PageTitle>Families</PageTitle>
      {taken && <TakenNotice taken={taken} />}
      <div className="mt-6 flex flex-wrap items-end gap-4">
        <div className="min-w-0 grow basis-72">
          <SearchField
            label="Name, birth date, phone number or email"
            value={search}
            onSearch={searchFor}
            autoFocus
          />
        </div>
        <Button look="secondary" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
          New family
        </Button>
        <ButtonLink look="quiet" to="/dashboard/corrections">
          Corrections
        </ButtonLink>
      </div>
      {isAdding && (
        <AddFamily key={search} search={search} taken={taken} onCancel={() => setAdding(false)} />
      )}
      <Found search={search} taken={taken} onAdd={() => setAdding(true)} />
    </>
  )
}

/** The time for which a family is chosen. */
function TakenNotice({ taken }: { taken: TakenTime }) {
  const formatDay = useDayFormat()
  return (
    <div className="mt-4 rounded-2xl bg-honey px-5 py-4 font-semibold">
      <p>
        {taken.isSqueeze
          ? `Squeeze in an extra patient at ${startOfSlot(taken.slot)} on ${formatDay(taken.date)}: find the family, or add it.`
          : `${startOfSlot(taken.slot)} on ${formatDay(taken.date)}: find the family, or add it. The time is not kept until it is booked.`}
      </p>
      <p>
        <Link
          to="/dashboard/agenda"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Back to Today
        </Link>
      </p>
    </div>
  )
}

interface FoundProps {
  search: string
  taken: TakenTime | null
  onAdd: () => void
}

function Found({ search, taken, onAdd }: FoundProps) {
  const query = useQuery(familiesOptions(search))
  if (search.length < SHORTEST_SEARCH) {
    return (
      <EmptyState title="Find a family">
        Type parts of a parent’s or child’s name in any order, a birth date, a phone number or an
        email. Families without an account are found, too.
      </EmptyState>
    )
  }
  if (query.isPending) return <ListSkeleton label="Searching" />
  if (!query.data) return <LoadError title="We couldn’t search for families" query={query} />
  const { families, isCut } = query.data
  if (families.length === 0) {
    return (
      <EmptyState
        title="No families found"
        action={
          <Button look="secondary" onClick={onAdd}>
            Add a new family
          </Button>
        }
      >
        Check the spelling, or search for another part of the name, the phone number or the email.
      </EmptyState>
    )
  }
  return (
    <>
      <p role="status" className="my-4 text-sm text-muted">
        {describeCount(families.length, isCut)}
      </p>
      <ul aria-label="Families" className="grid gap-3">
        {families.map((family) => (
          <li key={family._id}>
            <FoundFamily family={family} taken={taken} />
          </li>
        ))}
      </ul>
    </>
  )
}

function describeCount(count: number, isCut: boolean): string {
  if (isCut) return `The first ${count} families. Type more to find the right one.`
  return count === 1 ? '1 family found' : `${count} families found`
}

function FoundFamily({ family, taken }: { family: ListedFamily; taken: TakenTime | null }) {
  const { name, hasAccount, children, next, email, phone, language } = family
  const isPrivate = usePrivacy()
  const formatDay = useDayFormat()
  return (
    <Link
      to={placeOf(family._id, taken)}
      className="leaf grid gap-x-6 gap-y-1 bg-base-100 px-4 py-2.5 shadow-soft hover:bg-leaf sm:grid-cols-[minmax(0,3fr)_minmax(0,4fr)]"
    >
      <span className="min-w-0">
        <span className="block text-lg font-extrabold [overflow-wrap:anywhere]">
          {shownName(name, isPrivate)}
        </span>
        {!hasAccount && <span className="block text-sm text-muted">No account</span>}
        {language && <LanguageBadge language={language} />}
        {children.length > 0 && (
          <span className="block text-sm [overflow-wrap:anywhere]">
            {children.map((child) => (
              <span key={child._id} className="block">
                <PatientName of={asPatient(child, name)} birthDate="always" />
              </span>
            ))}
          </span>
        )}
      </span>
      <span className="min-w-0 text-sm">
        {phone && !isPrivate && <span className="block">{phone}</span>}
        {email && !isPrivate && <span className="block [overflow-wrap:anywhere]">{email}</span>}
        <span className="block text-muted">
          {next
            ? `Next: ${formatDay(next.date)}, ${formatMinute(next.startMinute)}, ${next.treatment}`
            : 'No upcoming appointment'}
        </span>
      </span>
    </Link>
  )
}

/** The family's page, or the booking of the chosen time. */
function placeOf(id: string, taken: TakenTime | null): string {
  const page = familyPage({ id })
  if (!taken) return page
  return `${page}/${taken.isSqueeze ? 'squeeze' : 'book'}?${taken.parameters}`
}

interface AddFamilyProps {
  /** The searched text: probably a name, phone number or email. */
  search: string
  taken: TakenTime | null
  onCancel: () => void
}

function AddFamily({ search, taken, onCancel }: AddFamilyProps): ReactNode {
  const queries = useQueryClient()
  const navigate = useNavigate()
  /** The typed values, and existing families that they may describe. */
  const [alike, setAlike] = useState<{ form: NewFamily; found: ListedFamily[] } | null>(null)
  const adding = useMutation({
    mutationFn: async (form: NewFamily) => {
      const isSeen = JSON.stringify(alike?.form) === JSON.stringify(form)
      const found = isSeen ? [] : await findAlike(queries, form)
      if (found.length > 0) {
        setAlike({ form, found })
        return null
      }
      return send(addFamily, { body: form })
    },
    onSuccess: async (added) => {
      if (added === null) return
      await queries.invalidateQueries({ queryKey: FAMILIES_KEY })
      await navigate(placeOf(added._id, taken))
    },
  })
  return (
    <Card className="mt-6">
      <h2 className="text-2xl">New family</h2>
      <p className="mt-1 text-muted">
        For a family without an account. Confirmations and reminders go to the email, if there is
        one.
      </p>
      <FamilyForm
        defaults={guess(search)}
        label="Add family"
        busy={adding.isPending}
        error={adding.error?.message}
        onSubmit={(form) => adding.mutate(form)}
        onCancel={onCancel}
      />
      {alike && (
        <section aria-label="Known already?" className="mt-6">
          <h3 role="alert" className="text-xl">
            Is it one of these? They have the same name, phone or email.
          </h3>
          <ul className="mt-3 grid gap-3">
            {alike.found.map((family) => (
              <li key={family._id}>
                <FoundFamily family={family} taken={taken} />
              </li>
            ))}
          </ul>
          <Button
            look="secondary"
            className="mt-3"
            busy={adding.isPending}
            onClick={() => adding.mutate(alike.form)}
          >
            No, add a new family
          </Button>
        </section>
      )}
    </Card>
  )
}

/** Families with the same phone number, email or name, each once. */
async function findAlike(
  queries: QueryClient,
  { name, phone, email }: NewFamily,
): Promise<ListedFamily[]> {
  const texts = [phone, email ?? '', name].map((text) => text.trim())
  const lists = await Promise.all(
    texts
      .filter((text) => text.length >= SHORTEST_SEARCH)
      .map((text) => queries.fetchQuery(familiesOptions(text))),
  )
  const found = lists.flatMap(({ families }) => families)
  return [...new Map(found.map((family) => [family._id, family])).values()]
}

/** Fills the searched text into the right field: 'Parker, Paula' as 'Paula Parker'. */
function guess(typed: string): NewFamily {
  const surnameFirst = /^([^,@\d]+),([^,@\d]+)$/.exec(typed)
  const [, surname = '', first = ''] = surnameFirst ?? []
  const search = surnameFirst ? `${first.trim()} ${surname.trim()}` : typed
  const field = search.includes('@') ? 'email' : /^[\d\s().+-]+$/.test(search) ? 'phone' : 'name'
  return { name: '', phone: '', email: '', language: 'en', [field]: search }
}
