import { formats } from '#contract/formats/formats.ts'
import { formatPrice, sumOfPrices } from '#contract/money.ts'
import { joinNames } from '#contract/names.ts'
import { UNDECIDED } from '#machines/siblings-booking/siblings.ts'
import type {
  SiblingsContext,
  siblingsBookingMachine,
} from '#machines/siblings-booking/siblings-booking-machine.ts'
import * as formWords from '#words/en/booking/form.ts'
import * as page from '#words/en/booking/page.ts'
import { whoIsItFor } from '#words/en/booking/patient.ts'
import * as words from '#words/en/booking/siblings.ts'
import * as slotWords from '#words/en/booking/slots.ts'
import { selectTreatment } from '#words/en/booking/treatments.ts'
import * as frame from '#words/en/frame.ts'
import * as loading from '#words/en/loading.ts'
import { closeToYourTime } from '#words/en/site/day.ts'
import { type BookingFixture, MORNING, NOON } from '../booking/booking-fixture.ts'
import { bookingParts, TOGETHER } from '../booking/booking-parts.ts'
import type { BookingServer } from '../booking/booking-server.ts'
import type { Screen } from '../screen.ts'
import { anyOf, containing, oneOf } from '../sentences.ts'
import { all, type Driver } from '../tours.ts'

const ANY_TIMES = anyOf(words.timesFor)
const MISSED = anyOf(slotWords.noLongerAvailable)

/** Drives the screens for siblings, and compares them with what their machine knows. */
export function siblingsBookingDriver(
  screen: Screen,
  server: BookingServer,
  fixture: BookingFixture,
): Driver<typeof siblingsBookingMachine> {
  const { treatment, child, sibling } = fixture
  const { _id: treatmentId, name } = treatment
  const parts = bookingParts(screen)
  const family = screen.within('region', TOGETHER)
  const names = joinNames([child.name, sibling.name])
  const times = screen.within('region', words.timesFor(names))
  const dialog = screen.within('dialog', words.bookFor(names))
  const nameOf = (id: string) => [child, sibling].find(({ _id }) => _id === id)?.name ?? id

  const seeFamily =
    (isLoading = false) =>
    async ({ children, siblings, treatments }: SiblingsContext) => {
      await screen.see('heading', page.chooseDay)
      await screen.gone('field', whoIsItFor)
      await screen.see('region', TOGETHER, { busy: isLoading })
      for (const { _id, name: childName } of children ?? []) {
        const comes = siblings.find((one) => one.child === _id)
        const field = words.treatmentFor(childName)
        const value = treatments.find((one) => one._id === comes?.treatment)?.name
        await family.see('field', childName, { checked: comes !== undefined })
        if (comes) await family.see('field', field, { value: value ?? words.chooseTreatment })
        else await family.gone('field', field)
      }
      await screen.gone('button', selectTreatment)
      await screen.gone('dialog')
    }

  async function seeWaitingFamily() {
    await screen.see('region', TOGETHER, { busy: true })
    await screen.gone('button', words.showTimes)
    await screen.gone('button', selectTreatment)
  }

  async function seeBlocks(context: SiblingsContext, ...texts: string[]) {
    await seeFamily()(context)
    await screen.gone('button', words.showTimes)
    await times.seeAll('button', texts)
    await times.see(
      'text',
      anyOf((doctor, price) => words.withDoctor(name, doctor, price)),
    )
  }

  const seeDialog =
    (isLocked: boolean) =>
    async ({ block, date }: SiblingsContext) => {
      const items = block?.items ?? []
      await dialog.see('text', formats.fullDay(date))
      for (const { child, treatment, slot } of items) {
        await dialog.see('listitem', child.name, { text: `${formats.slot(slot)}${treatment}` })
      }
      await dialog.see('text', formWords.allPayableByCard(formatPrice(sumOfPrices(items))))
      await parts.seeForm(dialog, isLocked)
      await dialog.see('button', formWords.bookAll, { busy: isLocked })
    }

  const seeNothingLost = all(seeDialog(false), parts.seeNothingLost(dialog))

  return {
    server,
    do: {
      'date.choose': ({ date }) => parts.chooseDay(date),
      'choices.restore': ({ choices }) => server.visit(choices),
      'siblings.leave': () => family.click('button', words.bookOneInstead),
      'sibling.choose': ({ child: id }) => family.click('field', nameOf(id)),
      'blocks.find': () => screen.click('button', oneOf(words.showTimes, loading.tryAgain)),
      'block.choose': ({ time }) => times.click('button', formats.slot(time)),
      'dialog.close': () => dialog.click('button', frame.close),
      'booking.submit': ({ form }) => parts.submit(dialog, form, formWords.bookAll),
    },
    see: {
      'day.loadingTreatments': async ({ date }) => {
        await screen.see('status', page.loadingAppointmentsFor(formats.day(date)))
        await seeWaitingFamily()
      },
      'day.loadingChildren': async () => {
        await parts.seeLoadingChildren()
        await seeWaitingFamily()
      },
      choosingChildren: async (context) => {
        await seeFamily()(context)
        const { date, siblings, treatments } = context
        const isFull = ({ treatment }: { treatment: string }) =>
          treatments.find(({ _id }) => _id === treatment)?.slots.length === 0
        const isDecided = siblings.every((one) => one.treatment !== UNDECIDED)
        const isPossible = siblings.length === 2 && isDecided && !siblings.some(isFull)
        await family.see('button', words.showTimes, { disabled: !isPossible, busy: false })
        if (siblings.length < 2) await family.see('status', words.chooseTwoToFour)
        for (const one of siblings.filter(isFull)) {
          const description = containing(words.isFullOn(name, formats.fullDay(date)))
          await family.see('field', words.treatmentFor(nameOf(one.child)), { description })
        }
        await screen.gone('region', ANY_TIMES)
      },
      'times.loadingBlocks': async (context) => {
        await screen.see('status', page.lookingForTimesOn(formats.day(context.date)))
        await seeFamily(true)(context)
        await family.see('button', words.showTimes, { busy: true })
        await screen.gone('region', ANY_TIMES)
      },
      'times.blocksFailed': async (context) => {
        await seeFamily()(context)
        await screen.see('alert', words.timesDidNotLoad, { text: context.message ?? '' })
        await screen.gone('region', ANY_TIMES)
      },
      'times.noBlocks': async (context) => {
        await seeFamily()(context)
        await screen.see('heading', words.noneFitsBoth(formats.fullDay(context.date)))
        if (context.refusal) await screen.arrivedAt(context.refusal.message)
        await screen.gone('region', ANY_TIMES)
      },
      'times.choosingBlock.undisturbed': async (context) => {
        await seeBlocks(context, ...context.blocks.map(({ time }) => formats.slot(time)))
        await times.gone('text', MISSED)
        await times.gone('text', words.keptDetails)
      },
      'times.choosingBlock.blockGone': async (context) => {
        await seeBlocks(context, formats.slot(NOON))
        await screen.arrivedAt(
          slotWords.noLongerAvailable(formats.slot(MORNING), formats.fullDay(context.date)),
        )
      },
      'times.choosingBlock.refused': async (context) => {
        const { blocks, refusal } = context
        const alternatives = refusal?.code === 'slot_taken' ? refusal.alternatives : []
        const close = alternatives.map(({ time }) => time)
        await seeBlocks(
          context,
          ...blocks.map(({ time }) =>
            [formats.slot(time), ...(close.includes(time) ? [closeToYourTime] : [])].join(' '),
          ),
        )
        await screen.arrivedAt(refusal?.message ?? '')
      },
      'dialog.fillingForm': all(seeDialog(false), () => dialog.gone('alert')),
      'dialog.termsChanged': seeNothingLost,
      'dialog.submitFailed': seeNothingLost,
      confirm: all(seeDialog(true), () => parts.staysOpen(dialog)),
      booked: async ({ outcome }) => {
        if (outcome?.kind !== 'booked') throw new Error('The machine knows no bookings')
        await parts.seeBookedSiblings(outcome.bookings)
      },
      own: () => server.seeOwn(),
      left: async ({ date, treatments }) => {
        await parts.seeDay(date)
        await screen.gone('region', TOGETHER)
        const free = treatments.find(({ _id }) => _id === treatmentId)?.slots.length
        const card = screen.within('listitem', name)
        await card.see('button', selectTreatment, { disabled: free === 0, current: false })
      },
      elsewhere: async ({ outcome }) => {
        if (outcome?.kind !== 'elsewhere') throw new Error('The machine knows no choices')
        const { date, siblings } = outcome.choices
        if (siblings) {
          await screen.see('status', page.loadingAppointmentsFor(formats.day(date)))
          await seeWaitingFamily()
        } else await parts.seeDay(date, true)
      },
      failed: ({ outcome, date }) => {
        if (outcome?.kind !== 'failed') throw new Error('The machine has not failed')
        return parts.seeFailedDay(date, outcome.message)
      },
    },
  }
}
