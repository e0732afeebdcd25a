import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CalendarFeed, FeedList } from '#contract/calendar-feeds/calendar-feeds.ts'
import { createFeed, listFeeds, revokeFeed } from '#contract/calendar-feeds/calendar-feeds-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CopyField } from '#web/components/copy-field.tsx'
import { ConfirmDialog, Dialog } from '#web/components/dialog.tsx'
import { CheckboxField, choicesOf, SelectField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'

const feedsOptions = queryOptions({
  queryKey: ['calendar-feeds'],
  queryFn: ({ signal }) => send(listFeeds, { signal }),
})

/** Addresses for calendar programs, for staff: docs/requirements.md#calendar-feeds. */
export default function CalendarFeedsPage() {
  const feeds = useQuery(feedsOptions)
  return (
    <>
      <PageTitle>Calendar feeds</PageTitle>
      <p className="mt-3 mb-6 max-w-2xl text-lg text-muted">
        See the clinic’s appointments in your own calendar program. It asks this site for changes by
        itself.
      </p>
      <Loaded query={feeds} what="the calendar feeds">
        {(list) => (
          <div className="grid gap-6">
            <NewFeedForm list={list} />
            <Feeds feeds={list.feeds} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function NewFeedForm({ list: { doctors, mayShowNames } }: { list: FeedList }) {
  const queries = useQueryClient()
  const [doctor, setDoctor] = useState('')
  const [withNames, setWithNames] = useState(false)
  const [address, setAddress] = useState<string | null>(null)
  useUnsavedChanges(doctor !== '' || withNames)
  const create = useMutation({
    mutationFn: () => send(createFeed, { body: { doctor: doctor || null, withNames } }),
    onSuccess: ({ url }) => {
      setAddress(url)
      setDoctor('')
      setWithNames(false)
      void queries.invalidateQueries({ queryKey: feedsOptions.queryKey })
    },
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  return (
    <Card>
      <h2 className="text-2xl">New feed</h2>
      <form aria-label="New feed" onSubmit={onSubmit} className="mt-4 grid gap-4">
        <SelectField
          label="Appointments of"
          value={doctor}
          onChange={({ target }) => setDoctor(target.value)}
          options={[{ value: '', label: 'The whole clinic' }, ...choicesOf(doctors)]}
          className="max-w-md"
        />
        {mayShowNames && (
          <CheckboxField
            label="With names and treatments"
            hint="Calendar programs keep what they read, often at another company. Without names an event only says “Appointment”."
            checked={withNames}
            onChange={({ target }) => setWithNames(target.checked)}
          />
        )}
        {create.error && <FormAlert>{create.error.message}</FormAlert>}
        <p>
          <Button type="submit" busy={create.isPending}>
            Make an address
          </Button>
        </p>
      </form>
      <Dialog
        open={address !== null}
        title="Your calendar’s address"
        onClose={() => setAddress(null)}
      >
        <p>
          <strong>It is shown only now.</strong> Everyone who has it can read the calendar, so keep
          it like a password. You can revoke it at any time.
        </p>
        <CopyField label="Address" text={address ?? ''} />
        <CopyField
          label="Address for Apple Calendar and Outlook"
          text={(address ?? '').replace(/^https?:/, 'webcal:')}
        />
        <p className="text-sm text-muted">
          In Google Calendar: Other calendars, From URL. In Apple Calendar: File, New Calendar
          Subscription. In Outlook: Add calendar, Subscribe from web.
        </p>
        <p className="text-end">
          <Button onClick={() => setAddress(null)}>Done</Button>
        </p>
      </Dialog>
    </Card>
  )
}

function Feeds({ feeds }: { feeds: readonly CalendarFeed[] }) {
  const [asked, setAsked] = useState<CalendarFeed | null>(null)
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: ({ _id }: CalendarFeed) => send(revokeFeed, { params: { id: _id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: feedsOptions.queryKey })
      setAsked(null)
      toast.success('The feed is revoked')
    },
  })
  if (feeds.length === 0) {
    return (
      <EmptyState title="No feeds yet">
        Addresses that you make are listed here, with their last use.
      </EmptyState>
    )
  }
  return (
    <section aria-labelledby="feeds-title">
      <h2 id="feeds-title" className="text-2xl">
        Feeds in use
      </h2>
      <DividedList>
        {feeds.map((feed) => (
          <li key={feed._id} className="flex flex-wrap items-center justify-between gap-3 py-4">
            <div className="min-w-0">
              <p className="font-extrabold">{nameOf(feed)}</p>
              <p className="text-sm text-muted">
                {feed.withNames ? 'With names. ' : ''}
                Made by {feed.isOwn ? 'you' : feed.by} on <Instant at={feed.createdAt} as="exact" />
              </p>
              <p className="text-sm text-muted">
                {feed.lastUsedAt ? (
                  <>
                    Last used <Instant at={feed.lastUsedAt} as="exact" />
                  </>
                ) : (
                  'Never used'
                )}
              </p>
            </div>
            <Button look="quiet" onClick={() => setAsked(feed)}>
              Revoke <span className="sr-only">{nameOf(feed)}</span>
            </Button>
          </li>
        ))}
      </DividedList>
      <ConfirmDialog
        open={asked !== null}
        question="Revoke this feed?"
        detail={`Calendars that use its address stop being updated: ${asked ? nameOf(asked) : ''}.`}
        confirmLabel="Revoke"
        busy={revoke.isPending}
        error={revoke.error?.message}
        onConfirm={() => asked && revoke.mutate(asked)}
        onCancel={() => {
          setAsked(null)
          revoke.reset()
        }}
      />
    </section>
  )
}

const nameOf = ({ doctor }: CalendarFeed) => doctor?.name ?? 'The whole clinic'
