import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { ContactMessage } from '#contract/contact/contact-messages.ts'
import {
  finishContactMessage,
  listContactMessages,
} from '#contract/contact/contact-messages-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { toast } from '#web/components/toasts.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'

const EMPTY = {
  open: 'No messages to answer',
  done: 'No messages are done',
}

/** Messages of the contact page, open ones first: docs/requirements.md#messages. */
export function MessagesList() {
  const [address] = useSearchParams()
  const state = address.get('state') === 'done' ? 'done' : 'open'
  const query = useInfiniteQuery({
    queryKey: [...TODO_KEY, 'messages', state],
    queryFn: ({ pageParam, signal }) =>
      send(listContactMessages, {
        query: { state, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: STAFF_REFETCH_MS,
  })
  const other =
    state === 'open' ? (
      <InlineLink to="?list=messages&state=done">Show messages that are done</InlineLink>
    ) : (
      <InlineLink to="?list=messages">Show open messages</InlineLink>
    )
  if (query.isPending) return <ListSkeleton label="Loading messages" />
  if (!query.data) return <LoadError title="We couldn’t load the messages" query={query} />
  const messages = query.data.pages.flatMap((page) => page.messages)
  return (
    <>
      <p className="mt-2 text-muted">
        From the contact page, newest first. The clinic’s address gets each one as an email, too.{' '}
        {other}
      </p>
      {messages.length === 0 ? (
        <EmptyState title={EMPTY[state]} />
      ) : (
        <DividedList aria-label="Messages">
          {messages.map((message) => (
            <Message key={message._id} message={message} />
          ))}
        </DividedList>
      )}
      <LoadMore list={query}>Show more</LoadMore>
    </>
  )
}

function Message({ message }: { message: ContactMessage }) {
  const { _id: id, name, email, phone, dialablePhone, query, receivedAt, done } = message
  const queries = useQueryClient()
  const finishing = useMutation({
    mutationFn: () => send(finishContactMessage, { params: { id }, body: { done: done === null } }),
    onSuccess: () =>
      toast.success(done ? 'The message is open again' : 'The message is marked as done'),
    onError: ({ message }) => toast.error(message),
    onSettled: () => queries.invalidateQueries({ queryKey: TODO_KEY }),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-3">
      <div className="min-w-0 grow basis-64 wrap-anywhere">
        <p className="font-extrabold">{name}</p>
        <p className="flex flex-wrap gap-x-4">
          <a
            href={mailLink(email)}
            className="inline-flex min-h-11 items-center underline underline-offset-4 sm:min-h-6"
          >
            {email}
          </a>
          {phone !== null && (
            <PhoneLink
              of={{ phone, dialablePhone }}
              className="inline-flex min-h-11 items-center sm:min-h-6"
            />
          )}
        </p>
        <p className="mt-1 max-w-2xl whitespace-pre-line">{query}</p>
        <p className="mt-1 text-sm text-muted">
          <Instant at={receivedAt} as="exact" />
          {done && (
            <>
              {' '}
              · done by {done.by || 'a colleague'}, <Instant at={done.at} as="exact" />
            </>
          )}
        </p>
      </div>
      <Button
        look={done ? 'quiet' : 'secondary'}
        className="min-h-11 px-4"
        aria-label={done ? `Open the message by ${name} again` : `Done: message by ${name}`}
        busy={finishing.isPending}
        onClick={() => finishing.mutate()}
      >
        {done ? 'Open again' : 'Done'}
      </Button>
    </li>
  )
}

/** A mailto link in which `+`, `?` and other characters of the address are escaped (RFC 6068). */
const mailLink = (email: string) => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`
