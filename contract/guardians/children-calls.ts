import type { Call } from '../call.ts'
import { child, childChange, childList, childParams, childRemoval, newChild } from './children.ts'

export const listChildren = {
  method: 'GET',
  path: '/children',
  access: 'user',
  summary: 'List your children',
  answers: { 200: childList },
} as const satisfies Call

export const addChild = {
  method: 'POST',
  path: '/children',
  access: 'user',
  summary: 'Add a child',
  limit: { name: 'children', perMinute: 60, per: 'user' },
  body: newChild,
  answers: { 201: child },
} as const satisfies Call

export const changeChild = {
  method: 'PUT',
  path: '/children/:id',
  access: 'user',
  summary: 'Change a child, archive it or bring it back',
  limit: { name: 'children', perMinute: 60, per: 'user' },
  params: childParams,
  body: childChange,
  answers: { 200: child },
} as const satisfies Call

export const removeChild = {
  method: 'DELETE',
  path: '/children/:id',
  access: 'user',
  summary: 'Take a child off your list',
  limit: { name: 'children', perMinute: 60, per: 'user' },
  params: childParams,
  answers: { 200: childRemoval },
} as const satisfies Call
