import * as z from 'zod/mini'
import { call } from '../call.ts'
import { termsChanged } from '../payments/refund-bands.ts'
import { blockList, blockRefusal, blockSuccess, blocksQuery, newBlock } from './blocks.ts'

export const findBlocks = call('GET', '/appointment-blocks', 'user', {
  summary: 'List the blocks of a day for two to four of your children',
  limit: { name: 'blocks', perMinute: 60, per: 'user' },
  query: blocksQuery,
  answers: { 200: blockList },
})

export const bookBlock = call('POST', '/appointment-blocks', 'user', {
  summary: 'Book a block: an appointment for each of two to four children, or none',
  limit: { name: 'booking', perMinute: 20, per: 'user' },
  body: newBlock,
  answers: { 201: blockSuccess, 409: z.union([blockRefusal, termsChanged]) },
})
