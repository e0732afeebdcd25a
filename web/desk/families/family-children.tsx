import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Family, FamilyChild } from '#contract/families/families.ts'
import { changeFamilyChild } from '#contract/families/families-calls.ts'
import { describeAgeOn } from '#contract/guardians/ages.ts'
import type { NewChild } from '#contract/guardians/children.ts'
import { BirthDate } from '#web/both/appointments/birth-date.tsx'
import { bookPage, familyPage } from '#web/both/appointments/booked-family.ts'
import { LazyChildForm } from '#web/both/children/lazy-child-form.tsx'
import { describeGuardian, describeRights } from '#web/both/children/rights.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { toast } from '#web/components/toasts.tsx'
import { CheckUpsButton } from '#web/desk/next-visits/check-ups-button.tsx'
import { AlertList } from '#web/desk/patients/alert-list.tsx'
import { AlertsButton } from '#web/desk/patients/alerts-button.tsx'
import { addFamilyChild, familyOptions, refreshFamilies } from '#web/desk/patients/families-api.ts'
import { asPatient, PatientName } from '#web/desk/patients/patient-name.tsx'
import { send } from '#web/lib/api/send.ts'

/** The patients of a family, with a booking link each; staff add and correct children. */
export function FamilyChildren({ family }: { family: Family }) {
  const { name, hasAccount, children } = family
  const [edited, setEdited] = useState<string | null>(null)
  const adding = useRef<HTMLButtonElement>(null)
  const current = children.filter(({ archived }) => !archived)
  const archived = children.filter((child) => child.archived)

  function close() {
    setEdited(null)
    adding.current?.focus()
  }

  return (
    <section aria-label="Children" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-2xl">Children</h2>
        <Button
          ref={adding}
          look="secondary"
          className="min-h-11 px-4"
          aria-expanded={edited === 'new'}
          onClick={() => setEdited(edited === 'new' ? null : 'new')}
        >
          Add a child
        </Button>
      </div>
      {edited === 'new' && <EditChild family={family} onClose={close} />}
      {current.length === 0 && edited !== 'new' && (
        <p className="mt-2 text-muted">
          {hasAccount ? (
            'None yet: appointments are for the account holder.'
          ) : (
            <>
              None yet: appointments are for <bdi>{name}</bdi>.
            </>
          )}
        </p>
      )}
      {current.length > 0 && (
        <DividedList>
          {current.map((child) => (
            <li key={child._id} className="py-3">
              {edited === child._id ? (
                <EditChild family={family} child={child} onClose={close} />
              ) : (
                <Child family={family} child={child} onEdit={() => setEdited(child._id)} />
              )}
            </li>
          ))}
        </DividedList>
      )}
      {archived.length > 0 && (
        <p className="mt-2 text-sm text-muted">
          Archived: {archived.map((child) => child.name).join(', ')}
        </p>
      )}
    </section>
  )
}

interface ChildProps {
  family: Family
  child: FamilyChild
  onEdit: () => void
}

function Child({ family, child, onEdit }: ChildProps) {
  const { _id: id, name: guardian, today } = family
  const queries = useQueryClient()
  const { _id, name, birthDate, alerts } = child
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-bold">
          <PatientName of={asPatient(child, guardian)} />
        </p>
        <p className="text-sm">
          <BirthDate day={birthDate} />, {describeAgeOn(birthDate, today)}
        </p>
        <AlertList alerts={alerts} />
        <Guardians child={child} account={id} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        <AlertsButton
          childId={_id}
          name={name}
          onChange={() => void queries.invalidateQueries(familyOptions(id))}
        />
        <CheckUpsButton childId={_id} name={name} />
        <ButtonLink
          look="secondary"
          className="min-h-11 px-4"
          to={bookPage({ id }, _id)}
          aria-label={`Book for ${name}`}
        >
          Book
        </ButtonLink>
        <Button
          look="quiet"
          className="min-h-11 px-4"
          aria-label={`Correct ${name}`}
          onClick={onEdit}
        >
          Correct
        </Button>
      </div>
    </div>
  )
}

interface EditChildProps {
  family: Family
  /** Absent for a new child. */
  child?: FamilyChild
  onClose: () => void
}

function EditChild({ family: { _id: id }, child, onClose }: EditChildProps) {
  const queries = useQueryClient()
  // The values with which the form opened, even if the page has a newer state meanwhile.
  const [seen] = useState(
    () => child && { name: child.name, birthDate: child.birthDate, archived: child.archived },
  )
  const saving = useMutation({
    mutationFn: (form: NewChild) =>
      child && seen
        ? send(changeFamilyChild, {
            params: { id, child: child._id },
            body: { ...form, archived: seen.archived, seen },
          })
        : addFamilyChild(id, form),
    onSuccess: ({ name }) => {
      toast.success(child ? `${name} saved` : `${name} added`)
      onClose()
    },
    onSettled: () => refreshFamilies(queries),
  })
  return (
    <div className="mt-3 rounded-2xl bg-base-200 p-4">
      <p className="mb-3 text-muted">
        {child
          ? 'Upcoming appointments get the correction, too. The old value is kept.'
          : 'First and last name, as on the insurance card.'}
      </p>
      <LazyChildForm
        label={child ? `Correct ${child.name}` : 'New child'}
        {...(seen && { values: { name: seen.name, birthDate: seen.birthDate } })}
        submitLabel={child ? 'Save' : 'Add child'}
        saving={saving}
        onCancel={onClose}
      />
    </div>
  )
}

/** The other guardians of a child, open invitations, and each guardian's rights. */
interface GuardiansProps {
  child: FamilyChild
  /** The id of the page's family. */
  account: string
}

function Guardians({ child: { name, guardians, invitations }, account }: GuardiansProps) {
  if (guardians.length + invitations.length < 2) return null
  return (
    <ul aria-label={`Guardians of ${name}`} className="list-disc ps-5 text-sm">
      {guardians.map((guardian) => (
        <li key={guardian._id}>
          {guardian._id === account ? (
            <bdi className="font-bold">{guardian.name}</bdi>
          ) : (
            <TextLink to={familyPage({ id: guardian._id })} className="sm:min-h-6">
              <bdi>{guardian.name}</bdi>
            </TextLink>
          )}
          {guardian._id !== account && ` (${guardian.email})`}: {describeGuardian(guardian)}
        </li>
      ))}
      {invitations.map(({ _id, email, state, until, ...rights }) => (
        <li key={_id}>
          {email}: {state === 'expired' ? 'invitation expired on' : 'invited until'}{' '}
          <Instant at={until} as="weekday" />, {describeRights(rights)}
        </li>
      ))}
    </ul>
  )
}
