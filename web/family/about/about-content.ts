import { ABOUT } from '#contract/site/about-words.ts'
import icu from '#web/illustrations/room-icu.svg'
import laboratory from '#web/illustrations/room-laboratory.svg'
import medical from '#web/illustrations/room-medical.svg'
import operation from '#web/illustrations/room-operation.svg'
import test from '#web/illustrations/room-test.svg'
import ward from '#web/illustrations/room-ward.svg'

/** The rooms of the default words, by the English names, which a clinic's own words may keep. */
const ROOMS: Record<string, string> = {
  Operation: operation,
  Medical: medical,
  'Patient Ward': ward,
  'Test Room': test,
  ICU: icu,
  Laboratory: laboratory,
}

/** The picture of a room by its name, in English or in the language of the page. */
export const pictureOfRoom = (name: string): string | undefined =>
  ROOMS[name] ?? Object.values(ROOMS)[ABOUT.rooms.findIndex(({ title }) => title === name)]
