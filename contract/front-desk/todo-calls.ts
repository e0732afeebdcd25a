import type { Call } from '../call.ts'
import { agendaParams } from './agenda.ts'
import {
  askedForPayment,
  callList,
  owingList,
  owingQuery,
  setupSteps,
  todoChange,
  todoCounts,
  todoMark,
  todoMarks,
  todoParams,
  todoRefusal,
} from './todo.ts'

export const countTodo = {
  method: 'GET',
  path: '/todo',
  access: 'staff',
  summary: 'How much waits for the front desk, for staff',
  answers: { 200: todoCounts },
} as const satisfies Call

export const readSetup = {
  method: 'GET',
  path: '/todo/setup',
  access: 'admin',
  summary: 'Which parts of the clinic are set up, for admins',
  answers: { 200: setupSteps },
} as const satisfies Call

export const listOwing = {
  method: 'GET',
  path: '/todo/owing',
  access: 'staff',
  summary: 'Past visits that are not paid, oldest first, for staff',
  query: owingQuery,
  answers: { 200: owingList },
} as const satisfies Call

export const listCalls = {
  method: 'GET',
  path: '/todo/calls',
  access: 'staff',
  summary: 'Families whom no email has told what the clinic has canceled or moved, for staff',
  answers: { 200: callList },
} as const satisfies Call

export const listTodoMarks = {
  method: 'GET',
  path: '/todo/marks',
  access: 'staff',
  summary: 'Who takes care of what waits on other pages and in the schedule, for staff',
  answers: { 200: todoMarks },
} as const satisfies Call

export const markTodo = {
  method: 'PUT',
  path: '/todo/:list/:id',
  access: 'staff',
  summary: 'Say who takes care of what waits, and what came of a call, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  params: todoParams,
  body: todoChange,
  answers: { 200: todoMark, 409: todoRefusal },
} as const satisfies Call

export const askForPayment = {
  method: 'POST',
  path: '/todo/owing/:id/ask',
  access: 'staff',
  summary: 'Email a family to pay for a past visit, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  params: agendaParams,
  answers: { 200: askedForPayment },
} as const satisfies Call
