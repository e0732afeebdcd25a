import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { describeAgeOn, isAdultOn } from '#contract/families/ages.ts'
import type { Child, NewChild } from '#contract/families/children.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useUser } from '../auth/session/auth-context.ts'
import { bookingFor } from '../booking/address/address-parameters.ts'
import { childForm } from './child-form-chunk.ts'
import { addChild, changeChild, childrenOptions, removeChild, showChild } from './children-api.ts'

// The children do not wait for their guardians.
const guardiansSection = componentChunk(() => import('../guardians/guardians-section.tsx'))

interface ChildCardProps {
  child: Child
  today: IsoDate
}

/** A child with what its guardians can do. */
export function ChildCard({ child, today }: ChildCardProps) {
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)

  function close() {
    setEditing(false)
    editButton.current?.focus()
  }

  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
          <h2 className="text-xl">{child.name}</h2>
          <p className="text-muted">
            Born {formatWireDate(child.birthDate)} · {describeAgeOn(child.birthDate, today)}
          </p>
          <BookingLink child={child} today={today} />
        </div>
        {child.isOwner && (
          <div className="flex flex-wrap gap-2">
            <Button
              ref={editButton}
              look="secondary"
              aria-expanded={isEditing}
              aria-label={`Edit ${child.name}`}
              onClick={() => setEditing(!isEditing)}
            >
              Edit
            </Button>
            <Remove child={child} />
          </div>
        )}
      </div>
      {isEditing && (
        <div className="mt-6 border-t border-base-300 pt-6">
          <EditChild child={child} today={today} onDone={close} />
        </div>
      )}
      <div className="mt-6 border-t border-base-300 pt-6">
        <LazyComponent
          chunk={guardiansSection}
          props={{ child }}
          waiting={<Spinner label={`Loading ${child.name}’s guardians`} />}
        />
      </div>
    </Card>
  )
}

/** Leads to the booking; nothing for guardians who may not book, who are told why below. */
function BookingLink({ child: { _id, name, birthDate, mayBook }, today }: ChildCardProps) {
  if (isAdultOn(birthDate, today)) {
    return <p>{name} is an adult, and books with an account of their own.</p>
  }
  if (!mayBook) return null
  return (
    <Link
      to={bookingFor(_id)}
      aria-label={`Make Appointment for ${name}`}
      className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
    >
      Make Appointment
    </Link>
  )
}

interface EditChildProps {
  child: Child
  today: IsoDate
  onDone: () => void
}

function EditChild({ child: { _id, name, birthDate }, today, onDone }: EditChildProps) {
  const queries = useQueryClient()
  const { email } = useUser()
  const saving = useMutation({
    mutationFn: (details: NewChild) => changeChild({ _id, ...details, archived: false }),
    onSuccess: async (saved) => {
      toast.success(`${saved.name} is saved`)
      onDone()
      await showChild(queries, email, saved)
    },
  })
  return (
    <LazyComponent
      chunk={childForm}
      props={{
        label: `Edit ${name}`,
        values: { name, birthDate },
        today,
        submitLabel: 'Save',
        busy: saving.isPending,
        error: saving.error,
        onSubmit: saving.mutate,
        onCancel: onDone,
      }}
    />
  )
}

/** Takes a child off the list; a toast can undo it. */
function Remove({ child }: { child: Child }) {
  const queries = useQueryClient()
  const { email } = useUser()
  const { _id, name, birthDate } = child
  const undo = useMutation({
    mutationFn: (outcome: 'deleted' | 'archived') =>
      outcome === 'deleted'
        ? addChild({ name, birthDate })
        : changeChild({ _id, name, birthDate, archived: false }),
    onSuccess: (saved) => showChild(queries, email, saved),
    onError: ({ message }) => toast.error(message),
  })
  const removing = useMutation({
    mutationFn: () => removeChild(_id),
    onSuccess: async ({ outcome }) => {
      toast.success(outcome === 'deleted' ? `${name} is removed` : `${name} is archived`, {
        label: 'Undo',
        run: () => undo.mutate(outcome),
      })
      document.getElementById('page')?.focus({ preventScroll: true })
      await queries.invalidateQueries({ queryKey: childrenOptions(email).queryKey })
    },
    onError: ({ message }) => toast.error(message),
  })
  return (
    <Button
      look="secondary"
      busy={removing.isPending}
      aria-label={`Remove ${name}`}
      onClick={() => removing.mutate()}
    >
      Remove
    </Button>
  )
}
