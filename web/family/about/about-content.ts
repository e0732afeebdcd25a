import icu from '#web/illustrations/room-icu.svg'
import laboratory from '#web/illustrations/room-laboratory.svg'
import medical from '#web/illustrations/room-medical.svg'
import operation from '#web/illustrations/room-operation.svg'
import test from '#web/illustrations/room-test.svg'
import ward from '#web/illustrations/room-ward.svg'

/** The pictures of rooms, by their names. */
export const ROOM_PICTURES: Record<string, string> = {
  Operation: operation,
  Medical: medical,
  'Patient Ward': ward,
  'Test Room': test,
  ICU: icu,
  Laboratory: laboratory,
}
