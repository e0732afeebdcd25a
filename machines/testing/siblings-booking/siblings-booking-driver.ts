import { formatFullDay, formatWireDate } from '#contract/dates.ts'
import { joinNames } from '#contract/names.ts'
import { UNDECIDED } from '#machines/siblings-booking/siblings.ts'
import type {
  SiblingsContext,
  siblingsBookingMachine,
} from '#machines/siblings-booking/siblings-booking-machine.ts'
import { type BookingFixture, MORNING, NOON } from '../booking/booking-fixture.ts'
import { bookingParts, TOGETHER } from '../booking/booking-parts.ts'
import type { BookingServer } from '../booking/booking-server.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver } from '../tours.ts'

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
  const times = screen.within('region', `Times for ${joinNames([child.name, sibling.name])}`)
  const dialog = screen.within('dialog', `Book for ${joinNames([child.name, sibling.name])}`)
  const nameOf = (id: string) => [child, sibling].find(({ _id }) => _id === id)?.name ?? id

  const seeFamily =
    (isLoading = false) =>
    async ({ children, siblings, treatments }: SiblingsContext) => {
      await screen.see('heading', 'Choose a day')
      await screen.gone('field', 'Who is it for?')
      await screen.see('region', TOGETHER, { busy: isLoading })
      for (const { _id, name: childName } of children ?? []) {
        const comes = siblings.find((one) => one.child === _id)
        const field = `Treatment for ${childName}`
        const value = treatments.find((one) => one._id === comes?.treatment)?.name
        await family.see('field', childName, { checked: comes !== undefined })
        if (comes) await family.see('field', field, { value: value ?? 'Choose a treatment' })
        else await family.gone('field', field)
      }
      await screen.gone('button', 'Select Treatment')
      await screen.gone('dialog')
    }

  async function seeWaitingFamily() {
    await screen.see('region', TOGETHER, { busy: true })
    await screen.gone('button', 'Show times')
    await screen.gone('button', 'Select Treatment')
  }

  async function seeBlocks(context: SiblingsContext, ...texts: string[]) {
    await seeFamily()(context)
    await screen.gone('button', 'Show times')
    await times.seeAll('button', texts)
    await times.see('text', new RegExp(`^${name} with `))
  }

  const seeDialog =
    (isLocked: boolean) =>
    async ({ block, date }: SiblingsContext) => {
      await dialog.see('text', new RegExp(formatWireDate(date)))
      for (const { child, treatment, slot } of block?.items ?? []) {
        await dialog.see('listitem', child.name, { text: `${slot}${treatment}` })
      }
      await dialog.see('text', '$240 for all, payable by card after you book.')
      await parts.seeForm(dialog, isLocked)
      await dialog.see('button', 'Book all', { busy: isLocked })
    }

  const seeNothingLost = all(seeDialog(false), seeMessage(dialog, 'Nothing you typed was lost.'))

  return {
    server,
    do: {
      'date.choose': ({ date }) => parts.chooseDay(date),
      'choices.restore': ({ choices }) => server.visit(choices),
      'siblings.leave': () => family.click('button', 'Book one appointment instead'),
      'sibling.choose': ({ child: id }) => family.click('field', nameOf(id)),
      'blocks.find': () => screen.click('button', /^(Show times|Try again)$/),
      'block.choose': ({ time }) => times.click('button', time),
      'dialog.close': () => dialog.click('button', 'Close'),
      'booking.submit': ({ form }) => parts.submit(dialog, form, 'Book all'),
    },
    see: {
      'day.loadingTreatments': async ({ date }) => {
        await screen.see('status', `Loading appointments for ${formatWireDate(date)}`)
        await seeWaitingFamily()
      },
      'day.loadingChildren': async () => {
        await parts.seeLoadingChildren()
        await seeWaitingFamily()
      },
      choosingChildren: async (context) => {
        await seeFamily()(context)
        const { siblings, treatments } = context
        const isFull = ({ treatment }: { treatment: string }) =>
          treatments.find(({ _id }) => _id === treatment)?.slots.length === 0
        const isDecided = siblings.every((one) => one.treatment !== UNDECIDED)
        const isPossible = siblings.length === 2 && isDecided && !siblings.some(isFull)
        await family.see('button', 'Show times', { disabled: !isPossible, busy: false })
        if (siblings.length < 2) await family.see('status', 'Choose two to four children.')
        for (const one of siblings.filter(isFull)) {
          const description = new RegExp(`${name} is fully booked`)
          await family.see('field', `Treatment for ${nameOf(one.child)}`, { description })
        }
        await screen.gone('region', /^Times for/)
      },
      'times.loadingBlocks': async (context) => {
        await screen.see('status', `Looking for times on ${formatWireDate(context.date)}`)
        await seeFamily(true)(context)
        await family.see('button', 'Show times', { busy: true })
        await screen.gone('region', /^Times for/)
      },
      'times.blocksFailed': async (context) => {
        await seeFamily()(context)
        await screen.see('alert', 'We couldn’t load the times', { text: context.message ?? '' })
        await screen.gone('region', /^Times for/)
      },
      'times.noBlocks': async (context) => {
        await seeFamily()(context)
        await screen.see('heading', `No times fit both children on ${formatFullDay(context.date)}`)
        if (context.refusal) await screen.arrivedAt(context.refusal.message)
        await screen.gone('region', /^Times for/)
      },
      'times.choosingBlock.undisturbed': async (context) => {
        await seeBlocks(context, ...context.blocks.map(({ time }) => time))
        await times.gone('text', /Nothing was booked|no longer available/)
      },
      'times.choosingBlock.blockGone': async (context) => {
        await seeBlocks(context, NOON)
        await screen.arrivedAt(
          `${MORNING} on ${formatFullDay(context.date)} is no longer available`,
        )
      },
      'times.choosingBlock.refused': async (context) => {
        const { blocks, refusal } = context
        const alternatives = refusal?.code === 'slot_taken' ? refusal.alternatives : []
        const close = alternatives.map(({ time }) => time)
        await seeBlocks(
          context,
          ...blocks.map(({ time }) => (close.includes(time) ? `${time} close to your time` : time)),
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
        await card.see('button', 'Select Treatment', { disabled: free === 0, current: false })
      },
      elsewhere: async ({ outcome }) => {
        if (outcome?.kind !== 'elsewhere') throw new Error('The machine knows no choices')
        const { date, siblings } = outcome.choices
        if (siblings) {
          await screen.see('status', `Loading appointments for ${formatWireDate(date)}`)
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
