import type { InjectOptions } from 'fastify'
import { uploadResponse } from '#contract/images/images.ts'
import { photo } from '#domain/testing/images.ts'
import { imageForm } from '#domain/testing/multipart.ts'
import type { Session, TestApp } from './test-app.ts'

type UploadCall = '/images' | '/profile/photo'

/** Sends a form to one of the calls that take an image. */
export function postForm(
  { app }: Pick<TestApp, 'app'>,
  { headers }: Pick<Session, 'headers'>,
  form: InjectOptions,
  url: UploadCall = '/images',
) {
  return app.inject({ method: 'POST', url, ...form, headers: { ...form.headers, ...headers } })
}

/** Uploads an image (by default a photo) and returns its URL. */
export async function upload(
  api: Pick<TestApp, 'app'>,
  session: Pick<Session, 'headers'>,
  { picture, url }: { picture?: Buffer; url?: UploadCall } = {},
): Promise<string> {
  const response = await postForm(api, session, imageForm(picture ?? (await photo())), url)
  return uploadResponse.parse(response.json()).data.url
}
