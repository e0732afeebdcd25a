import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { count } from '#contract/count.ts'
import type { WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { listDeliveries, replayDelivery } from '#contract/webhooks/webhooks-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'

function deliveriesOptions(id: string) {
  return infiniteQueryOptions({
    queryKey: ['webhook-deliveries', id],
    queryFn: ({ pageParam, signal }) =>
      send(listDeliveries, { params: { id }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
}

const STATUSES: Record<WebhookDelivery['status'], string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

interface DeliveriesProps {
  endpointId: string
  /** An endpoint that is off receives nothing, not even repeats. */
  isOn: boolean
}

/** The deliveries of an endpoint, newest first. */
export function Deliveries({ endpointId, isOn }: DeliveriesProps) {
  const list = useInfiniteQuery(deliveriesOptions(endpointId))
  if (list.isError && !list.data) {
    return <LoadError title="We couldn’t load the deliveries" query={list} />
  }
  if (!list.data) return <ListSkeleton label="Loading deliveries" />
  const deliveries = list.data.pages.flatMap((page) => page.deliveries)
  if (deliveries.length === 0) return <p className="text-muted">Nothing was sent yet.</p>
  return (
    <>
      <p>
        <Button look="quiet" busy={list.isFetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      </p>
      <ol aria-label="Deliveries" className="divide-y divide-base-300">
        {deliveries.map((delivery) => (
          <Delivery key={delivery._id} delivery={delivery} endpointId={endpointId} isOn={isOn} />
        ))}
      </ol>
      <LoadMore list={list}>Show older deliveries</LoadMore>
    </>
  )
}

function Delivery({ delivery, endpointId, isOn }: DeliveriesProps & { delivery: WebhookDelivery }) {
  const { _id, kind, occurredAt, status, attempts, error } = delivery
  const queries = useQueryClient()
  const replay = useMutation({
    mutationFn: () => send(replayDelivery, { params: { id: endpointId, event: _id } }),
    onSuccess: async () => {
      toast.success('It is sent again')
      await queries.invalidateQueries({ queryKey: deliveriesOptions(endpointId).queryKey })
    },
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="font-bold">
          {STATUSES[status]}: {kind}
        </p>
        <p className="text-sm text-muted">
          <Instant at={occurredAt} as="exact" />, {count(attempts, 'attempt')}
        </p>
        {error && <p className="text-sm wrap-anywhere text-error">{error}</p>}
        {replay.error && <FormAlert>{replay.error.message}</FormAlert>}
      </div>
      {isOn && status !== 'pending' && (
        <Button look="quiet" busy={replay.isPending} onClick={() => replay.mutate()}>
          Send again <span className="sr-only">{kind}</span>
        </Button>
      )}
    </li>
  )
}
