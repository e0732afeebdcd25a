import type { Choices } from '#machines/choices.ts'
import type { Server } from '../tours.ts'

/** Events outside of the booking screens: on the network, and in the address bar. */
export interface BookingServer extends Server {
  /** Answers the page's own question for the children, if it still waits for the answer. */
  listChildren(): Promise<void>
  /** Changes the address within the page, as the back and forward buttons do. */
  visit(choices: Choices): Promise<void>
  /** The page has led to what the family has at the wanted time. */
  seeOwn(): Promise<void>
}
