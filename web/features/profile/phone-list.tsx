import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { LocalDay } from '../../components/local-time.tsx'
import type { EnrolledPhone } from '../../lib/identity/port.ts'

interface PhoneListProps {
  phones: EnrolledPhone[]
  /** The phone that is being removed. */
  removing: string | null
  onRemove: (phone: EnrolledPhone) => void
}

/** The phones that signing in wants a code of. */
export function PhoneList({ phones, removing, onRemove }: PhoneListProps) {
  const [asked, setAsked] = useState<EnrolledPhone | null>(null)
  return (
    <>
      <ul className="grid gap-3">
        {phones.map((phone) => (
          <li
            key={phone.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl bg-leaf px-4 py-3"
          >
            <span className="flex min-w-0 items-center gap-3">
              <Smartphone aria-hidden="true" size={26} className="shrink-0 text-primary" />
              <span>
                <span className="block font-bold">Phone ending in {ending(phone)}</span>
                <span className="block text-sm text-muted">
                  Added on <LocalDay instant={phone.since} />
                </span>
              </span>
            </span>
            <Button
              look="secondary"
              aria-label={`Remove the phone ending in ${ending(phone)}`}
              busy={removing === phone.id}
              onClick={() => setAsked(phone)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        question="Remove this phone?"
        detail={
          asked
            ? `You’ll no longer need a code from the phone ending in ${ending(asked)} to log in.`
            : undefined
        }
        confirmLabel="Remove"
        onConfirm={() => {
          if (asked) onRemove(asked)
          setAsked(null)
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

function ending({ number }: EnrolledPhone): string {
  return number.slice(-4)
}
