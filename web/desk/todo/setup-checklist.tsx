import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import type { SetupSteps } from '#contract/front-desk/todo.ts'
import { readSetup } from '#contract/front-desk/todo-calls.ts'
import { Card } from '#web/components/card.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { send } from '#web/lib/api/send.ts'

const STEPS: readonly { key: keyof SetupSteps; label: string; hint: string; to?: string }[] = [
  {
    key: 'hours',
    label: 'Opening hours',
    hint: 'When the clinic is open, with its breaks.',
    to: '/dashboard/schedule',
  },
  {
    key: 'doctors',
    label: 'Doctors',
    hint: 'At least one, with the treatments they give.',
    to: '/dashboard/adddoctor',
  },
  {
    key: 'treatments',
    label: 'Treatments and prices',
    hint: 'One that can be booked: with a doctor, or without needing one.',
    to: '/dashboard/treatments',
  },
  {
    key: 'holidays',
    label: 'Holidays',
    hint: 'The upcoming days on which the clinic is closed.',
    to: '/dashboard/schedule/closures',
  },
  {
    key: 'staff',
    label: 'Front desk',
    hint: 'Someone with the role staff, besides the admins.',
    to: '/dashboard/users',
  },
  {
    key: 'email',
    label: 'Emails',
    hint: 'They stay on this computer until the server has SMTP_URL.',
  },
  {
    key: 'payments',
    label: 'Card payments',
    hint: 'No card is charged until the server has the keys of Stripe.',
  },
]

/** For admins, until everything is done: what a new clinic needs before families can book. */
export function SetupChecklist() {
  const query = useQuery({
    queryKey: [...TODO_KEY, 'setup'],
    queryFn: ({ signal }) => send(readSetup, { signal }),
  })
  const { data } = query
  if (query.isLoadingError) {
    return <LoadError title="We couldn’t check how the clinic is set up" query={query} />
  }
  if (!data) return null
  const done = STEPS.filter(({ key }) => data[key])
  const left = STEPS.filter(({ key }) => !data[key])
  if (left.length === 0) return null
  return (
    <Card className="mt-4">
      <section aria-labelledby="setup">
        <h2 id="setup" className="text-2xl">
          Set up the clinic: {done.length} of {STEPS.length} done
        </h2>
        <ul className="mt-2 grid gap-x-6 gap-y-1 md:grid-cols-2 xl:grid-cols-3">
          {left.map(({ key, label, hint, to }) => (
            <li key={key} className="flex gap-2">
              <Circle aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-muted" />
              <p className="min-w-0">
                {to ? (
                  <InlineLink to={to}>{label}</InlineLink>
                ) : (
                  <span className="font-bold">{label}</span>
                )}
                <span className="block text-sm text-muted">{hint}</span>
              </p>
            </li>
          ))}
        </ul>
        {done.length > 0 && (
          <p className="mt-2 flex gap-2 text-muted">
            <Check aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-primary" />
            Done: {done.map(({ label }) => label).join(', ')}
          </p>
        )}
      </section>
    </Card>
  )
}
