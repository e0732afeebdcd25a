import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { publicClinic } from '#contract/clinic/clinic-settings.ts'
import { team } from '#contract/doctors/doctors.ts'
import type { PublicData } from '#contract/rendering/site-renderer.ts'
import { treatmentList } from '#contract/treatments/treatments.ts'
import { offeredLanguages } from '#domain/config/offered-languages.ts'
import { readLegalPage } from '#domain/legal/legal-pages.ts'
import { speechIn } from '#domain/speech.ts'
import { translateClinic } from '#domain/translations/translations.ts'
import { watchChanges } from '#drizzle/change-watch.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import type { Services } from '#server/http/services.ts'
import { ALWAYS_ANSWERED, REFUSED_AS_PAGE } from '#server/plugins/overload.ts'
import { toTeamMember } from '#server/views/doctors.ts'
import { toLegalPage } from '#server/views/schedule.ts'
import { addressIn, baseOf, folderOf, LANGUAGES, type Language } from '#words/languages.ts'
import { readAddress } from '#words/read-address.ts'
import { openRenderer } from './open-renderer.ts'
import { createPageCache } from './page-cache.ts'
import { composeFile, readSiteFiles, type SiteFile, sendFile } from './site-file.ts'

/**
 * Serves the built website in `root`: files from memory, and pages rendered from the present data. For
 * unknown addresses, browsers that want a page get the 404 page, others the app's own not-found response.
 * Register it last.
 * @throws when `root` has no complete build
 */
export function site({ root }: { root: string }): FastifyPluginAsync<Services> {
  const plugin: FastifyPluginAsync<Services> = async (app, services) => {
    const offered = offeredLanguages(services.env)
    const { siteUrl } = services.env
    const open = (language: Language) =>
      openRenderer(join(root, folderOf(language)), {
        siteUrl,
        offered,
        data: publicData(services, language),
      })
    const inEnglish = await open('en')
    const files = readSiteFiles(root)
    // Files come from memory, and one page needs many, so they are not rate-limited and not logged; /metrics
    // counts them. Rendering is limited, but never refuses a page.
    const config = { rateLimit: false as const, logErrorsOnly: true }
    const options = { config: { ...config, ...ALWAYS_ANSWERED }, schema: { hide: true } }
    const publicPage = { config: { ...config, ...REFUSED_AS_PAGE }, schema: { hide: true } }
    const isWithinLimit = app.allowance({ name: 'page', perMinute: 60, per: 'address' })

    app.addConstraintStrategy(WANTS_PAGE)
    async function serve(language: Language) {
      const base = baseOf(language)
      const renderer = base ? await open(language) : inEnglish
      const page = createPageCache(renderer, watchPublicData(services), app.log)
      for (const path of renderer.paths) {
        const isPublic = renderer.publicPaths.includes(path)
        const isCallPath = !base && renderer.pathsOfCalls.includes(path)
        const shared = isCallPath && { constraints: { [WANTS_PAGE.name]: 'yes' } }
        const route = { ...(isPublic ? publicPage : options), ...shared }
        app.get(addressIn(language, path), route, async (request, reply) => {
          const query = request.url.split('?')[1] ?? ''
          if (isCallPath) reply.header('vary', 'accept')
          return sendFile(request, reply, await page(path, query, () => isWithinLimit(request)))
        })
      }
      for (const path of renderer.pathsInEnglish) {
        app.get(addressIn(language, path), options, (request, reply) =>
          reply.redirect(request.url.slice(base.length), 307),
        )
      }
      app.get(`${base}/*`, options, async (request, reply) => {
        const path = request.url.split('?', 1)[0] ?? ''
        const file = files.get(path)
        if (file) return sendFile(request, reply, file)
        const withoutSlash = path.replace(/\/$/, '')
        const isPage =
          withoutSlash === base || renderer.paths.includes(withoutSlash.slice(base.length))
        if (isPage && withoutSlash) return reply.redirect(withoutSlash, 308)
        if (!request.headers.accept?.includes('text/html')) return reply.callNotFound()
        const notFound = await page('*', '', () => isWithinLimit(request))
        return sendFile(request, reply.code(404), notFound)
      })
    }
    for (const language of offered) await serve(language)
    // Links to a language stay valid should it be offered no longer.
    for (const language of LANGUAGES.filter((one) => !offered.includes(one))) {
      for (const path of [baseOf(language), `${baseOf(language)}/*`]) {
        app.get(path, options, (request, reply) => reply.redirect(inEnglishOf(request.url), 307))
      }
    }

    for (const path of Object.keys(await inEnglish.textFiles())) {
      const file = keepComposed(path)
      app.get(path, options, async (request, reply) => {
        const { [path]: text = '' } = await inEnglish.textFiles()
        return sendFile(request, reply, await file(text))
      })
    }

    const manifest = files.get(MANIFEST)
    if (manifest) {
      for (const language of offered) {
        const named = nameManifest(manifest, services, language)
        const file = keepComposed(MANIFEST)
        app.get(addressIn(language, MANIFEST), options, async (request, reply) => {
          return sendFile(request, reply, await file(named()))
        })
      }
    }
  }
  return fastifyPlugin(plugin)
}

/** The English address of a page in another language. Browsers treat `//host` and `/\host` as other sites. */
const inEnglishOf = (url: string) => readAddress(url).path.replace(/^[/\\]+/, '/')

const MANIFEST = '/site.webmanifest'

/** Makes a file of a text that may change, composed again only when it does. */
function keepComposed(path: string): (text: string) => Promise<SiteFile> {
  let kept: { text: string; file: Promise<SiteFile> } | undefined
  return (text) => {
    if (kept?.text !== text) kept = { text, file: composeFile(text, extname(path)) }
    return kept.file
  }
}

/** The web app manifest with the clinic's names. */
function nameManifest(file: SiteFile, { clinic }: Services, language: Language): () => string {
  const template = JSON.parse(String(file.variants.get('identity')?.body))
  const own = language === 'en' ? {} : { lang: language, start_url: addressIn(language, '/') }
  return () => {
    const { name, fullName } = clinic.settings()
    return JSON.stringify({ ...template, name: fullName, short_name: name, ...own })
  }
}

type Constraint = Parameters<FastifyInstance['addConstraintStrategy']>[0]
type Handler = NonNullable<ReturnType<ReturnType<Constraint['storage']>['get']>>

/** A page with the address of a call is for requests that accept HTML; all others get the call's answer. */
const WANTS_PAGE: Constraint = {
  name: 'wantsPage',
  storage() {
    const handlers = new Map<unknown, Handler>()
    return {
      get: (value) => handlers.get(value) ?? null,
      set: (value, handler) => handlers.set(value, handler),
    }
  },
  deriveConstraint: ({ headers }) => (headers.accept?.includes('text/html') ? 'yes' : 'no'),
  mustMatchWhenDerived: false,
}

/** Whether the database or the clinic's minute has changed since the last call. */
function watchPublicData({ db, clinicClock }: Services): () => boolean {
  const hasChanged = watchChanges(db)
  let asOf: ClinicMoment | undefined
  return () => {
    const before = asOf
    asOf = clinicClock.moment()
    // `hasChanged` comes first: it must be called every time.
    return hasChanged() || asOf !== before
  }
}

/** The schemas drop what is not public, should a query ever return more. */
function publicData(
  { db, images, clinic, clinicClock, availability }: Services,
  language: Language,
): PublicData {
  return {
    async clinic() {
      const { today } = clinicClock.moment()
      const details = publicClinic.parse(clinic.details(today, speechIn(language)))
      const week = clinic.week(today)
      if (language === 'en') return { details, week }
      return { ...translateClinic(db, language, details, today), week }
    },
    calendar: async () => availability.calendar(),
    team: async () =>
      team.parse(listDoctors(db).map((doctor) => toTeamMember(doctor, images.sourcesOf))),
    treatmentsOn: async (day) =>
      treatmentList.parse(JSON.parse(`${availability.treatmentsOn(day)}`)),
    nextTimes: async () => availability.next().list,
    async legalPage(page, wanted) {
      const found = readLegalPage(db, page, { today: clinicClock.moment().today, wanted })
      if (!found) return null
      const { translations = [], ...shown } = toLegalPage(found)
      const own = translations.filter((each) => each.language === language)
      return { ...shown, ...(own.length > 0 && { translations: own }) }
    },
  }
}
