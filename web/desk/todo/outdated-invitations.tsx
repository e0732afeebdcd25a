import { useMutation, useQueryClient } from '@tanstack/react-query'
import { count } from '#contract/count.ts'
import { resendInvitations } from '#contract/notifications/notifications-calls.ts'
import { Button } from '#web/components/button.tsx'
import { toast } from '#web/components/toasts.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { send } from '#web/lib/api/send.ts'

/**
 * Calendar files sent with a former time zone, until staff send them again:
 * docs/requirements.md#corrected-time-zone.
 */
export function OutdatedInvitations({ invitations }: { invitations: number }) {
  const queries = useQueryClient()
  const resend = useMutation({
    mutationFn: () => send(resendInvitations, {}),
    onSuccess: (sent) => toast.success(`${count(sent.invitations, 'invitation')} sent again`),
    onError: ({ message }) => toast.error(message),
    onSettled: () => queries.invalidateQueries({ queryKey: TODO_KEY }),
  })
  if (invitations === 0) return null
  const are = invitations === 1 ? 'invitation shows' : 'invitations show'
  return (
    <section
      aria-labelledby="outdated-invitations"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl bg-honey px-4 py-3"
    >
      <div className="min-w-0 grow basis-72">
        <h2 id="outdated-invitations" className="text-lg font-bold">
          {invitations} calendar {are} another time
        </h2>
        <p className="text-sm">
          The clinic’s time zone has changed since they were sent. Sending them again corrects the
          families’ calendars.
        </p>
      </div>
      <Button busy={resend.isPending} onClick={() => resend.mutate()}>
        Send again
      </Button>
    </section>
  )
}
