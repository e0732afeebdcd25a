import { formats } from '#contract/formats/formats.ts'
import { joinNames } from '#contract/names.ts'
import type { BookingContext } from '#machines/booking/booking-context.ts'
import type { SiblingsOutcome } from '#machines/siblings-booking/siblings-booking-machine.ts'
import * as form from '#words/en/booking/form.ts'
import * as words from '#words/en/booking/siblings.ts'
import {
  type BookingFixture,
  blockAt,
  dayOf,
  FORM,
  ida,
  MORNING,
  NOON,
} from '../booking/booking-fixture.ts'
import { bookingParts, TOGETHER } from '../booking/booking-parts.ts'
import type { BookingServer } from '../booking/booking-server.ts'
import { OFFLINE } from '../offline.ts'
import type { Screen } from '../screen.ts'
import type { Moment } from '../tours.ts'
import { bookedBlock } from './siblings-booking-walks.ts'

/** Takes the screens for siblings, which the booking machine has just begun, to that outcome. */
export async function endSiblings(
  outcome: SiblingsOutcome,
  moment: Moment<BookingContext>,
  screen: Screen,
  server: BookingServer,
  fixture: BookingFixture,
): Promise<void> {
  const { wanted, date, child: chosen } = moment.context
  const { child, sibling, treatment, days } = fixture
  const isLink = wanted.siblings !== null
  const family = screen.within('region', TOGETHER)
  const names = joinNames([child.name, sibling.name])

  if (outcome.kind === 'elsewhere') return server.visit(outcome.choices)
  if (outcome.kind === 'failed') return server.fail('loadDay', OFFLINE, moment)
  if (outcome.kind === 'own') {
    const { treatments } = dayOf(treatment)(NOON)
    return server.succeed('loadDay', { treatments, own: outcome.own }, moment)
  }
  if (isLink) {
    const children = [child, sibling]
    await server.succeed('loadDay', dayOf(treatment)(MORNING, NOON), moment)
    await bookingParts(screen).seeLoadingChildren()
    await server.succeed('loadSiblings', { today: days[0], children }, moment)
  }
  if (outcome.kind === 'left') {
    if (isLink) await server.abandon?.('loadBlocks')
    return family.click('button', words.bookOneInstead)
  }
  if (!isLink) await chooseBoth()
  const blocks = [MORNING, NOON].map((slot) => blockAt(slot, fixture))
  await server.succeed('loadBlocks', blocks, moment)
  if (!isLink)
    await screen.within('region', words.timesFor(names)).click('button', formats.slot(MORNING))
  const dialog = screen.within('dialog', words.bookFor(names))
  await bookingParts(screen).submit(dialog, FORM, form.bookAll)
  await server.succeed('createBlock', bookedBlock(fixture, date), moment)

  /** The one who is chosen in the dialog comes already. */
  async function chooseBoth() {
    const others = [child, sibling].filter(({ _id }) => _id !== chosen)
    if (others.length === 2 && chosen) await family.click('field', ida.name)
    for (const [index, { name }] of others.entries()) {
      await family.click('field', name)
      // Later ones come for the same.
      if (others.length === 2 && index === 0) {
        await family.select(words.treatmentFor(name), treatment.name)
      }
    }
    await family.click('button', words.showTimes)
  }
}
