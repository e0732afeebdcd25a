import { useInfiniteQuery } from '@tanstack/react-query'
import type { PastAppointment } from '#contract/booking/history.ts'
import { listHistory } from '#contract/booking/history-calls.ts'
import { formats } from '#contract/formats/formats.ts'
import { CHILD_PARAMETER } from '#contract/guardians/child-parameters.ts'
import { formatPrice } from '#contract/money.ts'
import { describeCashRefund } from '#contract/payments/refund-terms.ts'
import { ReceiptLinks } from '#web/both/receipts/receipt-links.tsx'
import BookAgain from '#web/both/times/book-again.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Face } from '#web/components/people/face.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { StatusChip } from '#web/components/status-chip.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as frame from '#words/en/frame.ts'
import * as words from '#words/en/visits/history.ts'
import * as who from '#words/en/visits/who-sentences.tsx'
import picture from './history.svg'

/** Past and canceled appointments with their money: docs/requirements.md#my-history. */
export default function HistoryPage() {
  const history = useInfiniteQuery(pagedListOptions(listHistory, {}))
  return (
    <>
      <PageTitle className="mb-6">{frame.myHistory}</PageTitle>
      <Loaded
        query={history}
        what={{ loading: words.loadingHistory, failed: words.historyDidNotLoad }}
      >
        {({ pages }) =>
          pages.some(({ appointments }) => appointments.length > 0) ? (
            <>
              <ul aria-label={words.pastAppointments} className="grid gap-4">
                {pages
                  .flatMap(({ appointments }) => appointments)
                  .map((appointment) => (
                    <PastAppointmentCard key={appointment._id} appointment={appointment} />
                  ))}
              </ul>
              <LoadMore list={history}>{words.showOlder}</LoadMore>
            </>
          ) : (
            <EmptyState
              title={words.allInOnePlace}
              picture={<img src={picture} alt="" width={240} height={180} className="picture" />}
            >
              {words.whatShowsUpHere}
            </EmptyState>
          )
        }
      </Loaded>
      {/* Wide screens have it beside the page. */}
      <p className="mt-6 text-center md:hidden">
        <TextLink to="/dashboard/review">{frame.myReview}</TextLink>
      </p>
    </>
  )
}

const OUTCOMES = { completed: 'Completed', missed: 'Missed', canceled: 'Canceled' } as const

function OutcomeChip({ appointment: { outcome } }: { appointment: PastAppointment }) {
  // The clinic has not recorded what happened.
  if (outcome === 'past') return <p className="font-bold text-muted">{words.past}</p>
  return <StatusChip status={OUTCOMES[outcome]} />
}

function PastAppointmentCard({ appointment }: { appointment: PastAppointment }) {
  const { _id, treatment, treatmentId, date, slot, doctor, child, patientName } = appointment
  const { receipts, owed } = appointment
  const name = useOwnText()(treatment)
  const whatAgain = child ? words.treatmentFor(name, child.name) : name
  return (
    <li className="leaf grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 bg-base-100 p-5 shadow-soft md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <OutcomeChip appointment={appointment} />
        <h2 className="mt-2 text-xl wrap-break-word">
          <OwnText as={BreakAfterSlash}>{treatment}</OwnText>
        </h2>
        <p className="mt-1">
          <span className="font-bold">{formats.fullDay(date)}</span>,{' '}
          <span className="inline-block">{formats.slot(slot)}</span>
          {doctor && <span className="block">{doctor}</span>}
          <span className="mt-1 flex items-center gap-2 text-muted">
            {child && <Face id={child._id} name={child.name} />}
            <span className="min-w-0 wrap-anywhere">
              {child ? who.forPatient(<bdi>{child.name}</bdi>) : <bdi>{patientName}</bdi>}
            </span>
          </span>
        </p>
      </div>
      <Money appointment={appointment} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 wrap-anywhere *:min-w-0 md:col-span-2">
        <BookAgain
          treatment={treatmentId}
          choices={child ? { [CHILD_PARAMETER]: child._id } : {}}
          what={whatAgain}
        />
        {owed && (
          <TextLink
            to={`/dashboard/appointment/${_id}`}
            aria-label={words.payFor(whatAgain, formats.day(date))}
          >
            {words.pay}
          </TextLink>
        )}
        <ReceiptLinks receipts={receipts} />
      </div>
    </li>
  )
}

function Money({ appointment }: { appointment: PastAppointment }) {
  const { outcome, price, paid, refunded, kept, toHandBack, onItsWay, owed } = appointment
  // Nothing is owed for it.
  if (paid === 0 && outcome === 'canceled') return null
  if (appointment.billedElsewhere) {
    return <p className="md:text-end">{words.billedElsewhere}</p>
  }
  if (paid === 0 && !owed) return <p className="md:text-end">{words.paidByAnother}</p>
  const amounts: [term: string, amount: number][] = [
    paid === 0 ? [words.notPaid, price] : [words.paid, paid],
  ]
  if (refunded > 0) {
    amounts.push([onItsWay > 0 ? words.onItsWayBack : words.refunded, refunded], [words.kept, kept])
  }
  return (
    <div className="md:text-end">
      <dl className="h-fit gap-x-4 md:ms-auto md:grid md:w-fit md:grid-cols-[max-content_max-content] md:text-end">
        {amounts.map(([term, amount]) => (
          <div key={term} className="flex flex-wrap gap-x-4 md:contents">
            <dt className="text-muted">{term}</dt>
            <dd className="font-extrabold whitespace-nowrap tabular-nums">{formatPrice(amount)}</dd>
          </div>
        ))}
      </dl>
      {toHandBack > 0 && (
        <p className="mt-2 max-w-60 md:ms-auto">{describeCashRefund(toHandBack, 'cancel')}</p>
      )}
    </div>
  )
}
