import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import { describeQuote } from '#contract/payments/refund-terms.ts'
import { describeQuoteToStaff } from '#contract/payments/staff-quote.ts'
import {
  type ChangeContext,
  canMove,
  doctorOfMove,
  lostByCanceling,
  quoted,
  type rescheduleMachine,
} from '#machines/reschedule/reschedule-machine.ts'
import * as deadlines from '#words/en/booking/deadlines.ts'
import * as frame from '#words/en/frame.ts'
import * as loading from '#words/en/loading.ts'
import { addToCalendar } from '#words/en/payments/appointment.ts'
import * as cancellation from '#words/en/payments/cancellation.ts'
import * as words from '#words/en/payments/changes.ts'
import * as move from '#words/en/payments/move.ts'
import * as day from '#words/en/site/day.ts'
import { MORNING, NOON, shownOnButton } from '../booking/booking-fixture.ts'
import { calendarDay } from '../calendar.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { anyOf, containing, oneOf } from '../sentences.ts'
import { all, type Driver, type Server } from '../tours.ts'
import { type ChangeFixture, NOT_OFFERED } from './reschedule-walks.ts'

const CANCEL = words.cancelAppointment
const MOVE = oneOf(words.move, words.moveForIllness)
const MOVE_INSTEAD = oneOf(cancellation.moveInstead, cancellation.moveInsteadFree)
/** What canceling refunds, or that it cannot be canceled online any longer. */
const TERMS = anyOf(
  deadlines.freeToCancelUntil,
  () => deadlines.freeToCancelUntilItStarts,
  deadlines.refundUntil,
  deadlines.refundUntilItStarts,
  () => deadlines.noRefund,
  deadlines.startsInWithoutChange,
  deadlines.startsInWithCall,
)
const TAKEN = anyOf(move.justBooked)
// Screens of staff are in English in each language.
const BY = { family: 'The family asked', clinic: 'The clinic cancels' }

const timeOf = ({ date, slot }: { date: string; slot: string }) =>
  `${formats.fullDay(date)}, ${formats.slot(slot)}`

/** The time of the appointment and its doctor. */
function describeTime({ options }: Pick<ChangeContext, 'options'>): string {
  if (!options) throw new Error('The machine knows no options')
  return [timeOf(options), ...(options.doctor ? [options.doctor.name] : [])].join(', ')
}

/**
 * Drives the changes of one appointment, and compares the screens with what the machine knows.
 * @param unfold shows what can be changed, where it is shown on request
 */
export function rescheduleDriver(
  screen: Screen,
  server: Server,
  { treatment: { doctors = [] } }: ChangeFixture,
  unfold: () => Promise<void> = async () => undefined,
): Driver<typeof rescheduleMachine> {
  const dialog = screen.within('dialog', cancellation.cancelThis)
  const confirm = screen.within('dialog', move.moveToThis)
  const plan = screen.within('region', words.changeOfPlans)
  const over = screen.within('region', words.questions)
  const times = ({ date }: ChangeContext) =>
    screen.within('region', move.freeTimesOn(formats.fullDay(date ?? '')))
  const nameOf = (doctor: string | null) =>
    doctors.find(({ _id }) => _id === doctor)?.name ?? day.anyDoctor
  const moveButton = ({ options }: ChangeContext) =>
    options?.canMove ? words.move : words.moveForIllness

  async function seeOptions(context: ChangeContext) {
    const { options } = context
    if (!options) throw new Error('The machine knows no options')
    await screen.gone('dialog')
    await unfold()
    if (canMove(options)) await plan.see('button', moveButton(context))
    else await plan.gone('button', MOVE)
    await (options.canCancel ? plan.see : plan.gone)('button', CANCEL)
    await plan.see('listitem', TERMS)
    await plan.see('button', addToCalendar)
    await plan.see('link', words.getDirections)
  }
  const seeQuote = (isLocked: boolean) => async (context: ChangeContext) => {
    const quote = quoted(context)
    if (!quote) throw new Error('The machine knows no quote')
    const isStaff = context.options?.clinicQuote !== undefined
    const sentence = (isStaff ? describeQuoteToStaff : describeQuote)(quote)
    if (isStaff) await dialog.see('field', BY[context.by], { checked: true })
    else await dialog.gone('field', BY.clinic)
    await dialog.see('text', sentence)
    const lost = context.by === 'family' ? lostByCanceling(quote) : 0
    const amount = formatPrice(lost)
    const loss = isStaff ? `They lose ${amount}.` : cancellation.lost(amount)
    if (lost > 0) await dialog.see('text', loss)
    const isOffered = canMove(context.options) && !isLocked
    if (isOffered) await dialog.see('button', MOVE_INSTEAD)
    // A screen reader reads the refund with the button.
    await dialog.see('button', CANCEL, { description: sentence, busy: isLocked })
    await dialog.see('button', cancellation.keepAppointment, { disabled: isLocked })
    await dialog.see('button', frame.close, { disabled: isLocked })
  }
  async function seeTimes(context: ChangeContext, ...slots: string[]) {
    await screen.gone('dialog')
    const part = times(context)
    await part.seeAll('button', slots.map(shownOnButton))
    if (slots[0]) await part.see('button', formats.slot(slots[0]), { disabled: false })
    await screen.see('button', move.keepOldTime)
  }
  const seeConfirm =
    (isLocked: boolean) =>
    async ({ options, date, slot, doctor, treatment }: ChangeContext) => {
      if (!options) throw new Error('The machine knows no options')
      const name = doctorOfMove({ options, slot, doctor, treatment })?.name
      const newTime = timeOf({ date: date ?? '', slot: slot ?? '' })
      await confirm.see('definition', `${newTime}, ${name}`)
      await confirm.see('definition', timeOf(options))
      await confirm.see('button', move.moveAppointment, { busy: isLocked })
      await confirm.see('button', move.goBack, { disabled: isLocked })
    }

  return {
    server,
    do: {
      retry: () => screen.click('button', loading.tryAgain),
      'cancel.start': () => plan.click('button', CANCEL),
      'cancel.close': () => dialog.click('button', frame.close),
      'cancel.by': ({ by }) => dialog.click('field', BY[by]),
      'cancel.submit': async (_, { context }) => {
        if (context.by === 'family') await dialog.click('field', cancellation.ill)
        else await dialog.gone('field', cancellation.ill)
        await dialog.click('button', CANCEL)
      },
      'move.start': (_, { context }) => plan.click('button', moveButton(context)),
      'move.instead': () => dialog.click('button', MOVE_INSTEAD),
      'move.close': () => screen.click('button', move.keepOldTime),
      'date.choose': ({ date }) => screen.click('button', calendarDay(date)),
      'doctor.choose': ({ doctor }, { context }) => times(context).click('field', nameOf(doctor)),
      'slot.choose': ({ slot }, { context }) => times(context).click('button', formats.slot(slot)),
      'confirm.close': () => confirm.click('button', move.goBack),
      'move.submit': () => confirm.click('button', move.moveAppointment),
      'change.again': () => screen.click('button', words.ok),
    },
    see: {
      loading: () => screen.see('status', words.loadingChanges),
      loadFailed: ({ message }) =>
        screen.see('alert', words.changesNotLoaded, { text: message ?? '' }),
      notFound: async () => {
        await screen.gone('button', CANCEL)
        await screen.gone('region', words.changeOfPlans)
      },
      closed: async () => {
        await over.see('text', containing(words.obstacles.cancelled))
        await screen.gone('region', words.changeOfPlans)
        await screen.gone('button', CANCEL)
        await screen.gone('button', MOVE)
      },
      'choosing.fresh': all(seeOptions, seeMessage(plan)),
      'choosing.changed': async (context) => {
        await seeOptions(context)
        await plan.see('alert', words.changedMeanwhile(describeTime(context)))
      },
      'cancelling.quoting': async () => {
        await dialog.see('status', cancellation.lookingUpRefund)
        await dialog.gone('button', CANCEL)
      },
      'cancelling.quoteFailed': async ({ message }) => {
        await dialog.see('alert', message ?? '')
        await dialog.gone('button', CANCEL)
      },
      'cancelling.quoted.fresh': all(seeQuote(false), seeMessage(dialog)),
      'cancelling.quoted.quoteChanged': all(seeQuote(false), () =>
        dialog.see('alert', cancellation.refundHasChanged),
      ),
      'cancelling.submitting': async (context) => {
        await seeQuote(true)(context)
        await screen.press('Escape')
        await dialog.see('button', frame.close, { disabled: true })
      },
      'cancelling.submitFailed': all(seeQuote(false), seeMessage(dialog)),
      'moving.browsing.loadingDay': async (context) => {
        await screen.see('heading', move.chooseNewTime)
        await times(context).see('status', move.loadingTimes)
        await times(context).seeAll('button', [])
      },
      'moving.browsing.dayFailed': ({ message }) =>
        screen.see('alert', move.timesNotLoaded, { text: message ?? '' }),
      'moving.browsing.choosingSlot.fresh': async (context) => {
        await seeTimes(context, ...(context.treatment?.slots ?? []))
        await times(context).gone('text', TAKEN)
        await times(context).gone('text', `${NOT_OFFERED} ${move.chooseAnother}`)
      },
      'moving.browsing.choosingSlot.slotTaken': async (context) => {
        await seeTimes(context, NOON)
        await times(context).see('button', formats.slot(NOON), {
          description: day.closeToYourTime,
        })
        await screen.arrivedAt(
          move.justBooked(formats.fullDay(context.date ?? ''), formats.slot(MORNING)),
        )
      },
      'moving.browsing.choosingSlot.refused': async (context) => {
        await seeTimes(context, MORNING, NOON)
        await screen.arrivedAt(NOT_OFFERED)
      },
      'moving.browsing.refreshing': async (context) => {
        await times(context).see('status', move.refreshingTimes)
        await times(context).see('button', formats.slot(MORNING), { disabled: true })
        await screen.gone('dialog')
      },
      'moving.confirming.asking': all(seeConfirm(false), seeMessage(confirm)),
      'moving.confirming.submitting': async (context) => {
        await seeConfirm(true)(context)
        await screen.press('Escape')
        await confirm.see('button', move.goBack, { disabled: true })
      },
      'moving.confirming.submitFailed': all(seeConfirm(false), seeMessage(confirm)),
      'done.moved': async ({ options }) => {
        await screen.arrivedAt(words.moved)
        await screen.see('status', words.movedTo(describeTime({ options })))
      },
      'done.cancelled': async ({ agreed }) => {
        await screen.arrivedAt(words.canceled)
        const nothing =
          agreed?.rule === 'unpaid' ? describeQuote(agreed, 'canceled') : words.noPaymentRefunded
        const refund = agreed?.refund && formatPrice(agreed.refund)
        await screen.see('status', refund ? words.refundOnItsWay(refund) : nothing)
      },
    },
  }
}
