import type { Role, User } from '#contract/identity/users.ts'
import type { AuthContext, authMachine } from '#machines/auth/auth-machine.ts'
import * as codeWords from '#words/en/account/code.ts'
import * as words from '#words/en/account/login.ts'
import * as sentences from '#words/en/account/login-sentences.tsx'
import * as session from '#words/en/account/session.ts'
import * as signIn from '#words/en/account/sign-in.ts'
import * as signUp from '#words/en/account/sign-up.ts'
import * as frame from '#words/en/frame.ts'
import * as loading from '#words/en/loading.ts'
import * as dashboard from '#words/en/visits/dashboard.ts'
import type { Screen } from '../screen.ts'
import { anyOf, linkIn, textOf } from '../sentences.ts'
import { all, type Driver, type Moment, type Server } from '../tours.ts'
import type { AuthFixture } from './auth-walks.ts'

const OWN_LINKS = [dashboard.myAppointments, frame.myHistory, frame.myReview]
// Screens of staff are in English in each language.
const STAFF_LINKS = ['Today']
const ADMIN_LINKS = ['All users', 'Add a Doctor', 'Manage Doctors']
const TO_SIGN_UP = linkIn((link) => sentences.newHere('', link))
const TO_LOG_IN = linkIn(sentences.haveAccount)
const MENU = anyOf(frame.accountMenuOf)

/** What happens outside the sign-in screens: on the network, in other tabs, in the address bar. */
export interface AuthServer extends Server {
  /** Opens a page of the dashboard, as the back button does. */
  visit(path: string): Promise<void>
  /** Opens a page for admins; the server does not accept the user as one. */
  visitRefusedPage(context: AuthContext): Promise<void>
  /** The access token expires, and the page notices. */
  expireToken(context: AuthContext): Promise<void>
  /** Another tab logs in, or logs out. */
  logInElsewhere(user: User): Promise<void>
  logOutElsewhere(): Promise<void>
  /** The code that was sent, or a wrong one where the walk wants it refused. */
  code(moment: Moment<AuthContext>): Promise<string>
  /** Whether the page is renewing its token, which no screen shows. */
  seeRenewal(isRenewing: boolean): Promise<void>
}

/**
 * Drives the sign-in screens, and compares them with what the machine knows.
 * @param start a page of the dashboard, where the walk begins
 */
export function authDriver(
  screen: Screen,
  server: AuthServer,
  { parent, other, phoneHint }: AuthFixture,
  start: string,
): Driver<typeof authMachine> {
  const main = screen.within('main')
  const nav = screen.within('navigation', frame.dashboard)
  // Where a visitor belongs, and the button that was pressed last.
  let place: string | RegExp = '/login'
  let pressed = ''

  async function press(name: string) {
    pressed = name
    await main.click('button', name)
  }

  /** Goes to the form by the links that are there. */
  async function open(form: '/login' | '/signup') {
    const isAt = async (path: string) => (await screen.path()) === path
    if (!(await isAt('/login')) && !(await isAt('/signup'))) {
      await screen.within('banner').click('link', frame.logIn)
      await screen.seePath('/login')
    }
    if (!(await isAt(form))) {
      await main.click('link', form === '/signup' ? TO_SIGN_UP : TO_LOG_IN)
    }
    await screen.seePath(form)
    place = form
  }

  async function submit(fields: Record<string, string>, name: string) {
    for (const [label, text] of Object.entries(fields)) await main.fill(label, text)
    await press(name)
  }

  /** A user who has just logged in elsewhere goes to the dashboard. */
  async function seeDashboard({ user }: AuthContext) {
    if (!user) throw new Error('The machine knows no user')
    await screen.see('button', frame.accountMenuOf(user.name))
    await screen.seePath(/^(?!\/(login|signup)$)/)
    if (!(await screen.path()).startsWith('/dashboard')) await server.visit(start)
    await screen.see('complementary', dashboard.yourAccount, { text: user.name })
    await screen.see('complementary', dashboard.yourAccount, { text: user.email })
    await screen.gone('text', user.email === parent.email ? other.name : parent.name)
    await screen.gone('link', frame.logIn)
  }

  async function seeRole(
    context: AuthContext,
    { role, isKnown = true }: { role?: Role; isKnown?: boolean } = {},
  ) {
    await seeDashboard(context)
    await screen.see('navigation', frame.dashboard, { busy: !isKnown })
    for (const name of OWN_LINKS) await nav.see('link', name)
    for (const name of ADMIN_LINKS) await (role === 'admin' ? nav.see : nav.gone)('link', name)
    const isStaff = role === 'admin' || role === 'staff'
    for (const name of STAFF_LINKS) await (isStaff ? nav.see : nav.gone)('link', name)
    await (role === 'doctor' ? nav.see : nav.gone)('link', 'My day')
  }

  async function seeLoggedOut() {
    await screen.see('link', frame.logIn)
    await seeNothingOfUsers()
  }

  async function seeNothingOfUsers() {
    await screen.gone('button', MENU)
    for (const { name } of [parent, other]) await screen.gone('text', name)
  }

  /** The form's own controls are enabled. */
  async function seeControls() {
    const isLogin = (await screen.path()) === '/login'
    await main.see('button', isLogin ? words.title : signUp.title, { disabled: false, busy: false })
    if (isLogin) await main.see('link', words.forgotPassword, { disabled: false })
  }

  /** The form with everything enabled, or the home page. */
  async function seeForm() {
    await screen.seePath(place)
    await seeLoggedOut()
    const path = await screen.path()
    if (path !== '/login' && path !== '/signup') return
    await seeControls()
    await main.see('button', signIn.continueWithGoogle, { disabled: false, busy: false })
    await screen.gone('alertdialog')
  }

  async function seeCodeStep(facts: { confirm: boolean; resend: boolean }) {
    await screen.see('heading', codeWords.title)
    await screen.see('form', codeWords.twoStepVerification)
    await main.see('button', codeWords.confirm, { disabled: !facts.confirm })
    await main.see('button', codeWords.sendNewCode, { disabled: !facts.resend })
    await main.see('button', codeWords.cancel, { disabled: false })
  }

  async function seeBusy(name: string, ...disabled: string[]) {
    await main.see('button', name, { busy: true })
    for (const other of disabled) await main.see('button', other, { disabled: true })
  }
  const seeFailure = ({ message }: AuthContext) => main.see('alert', message ?? '')
  const seeNoFailure = () => main.gone('alert')

  return {
    server,
    do: {
      // Changing from one form to the other opens it.
      'form.open': async () => open((await screen.path()) === '/login' ? '/signup' : '/login'),
      'password.submit': async ({ form }) => {
        await open('/login')
        await submit({ [signIn.email]: form.email, [signIn.password]: form.password }, words.title)
      },
      'google.choose': async () => {
        if ((await screen.path()) !== '/signup') await open('/login')
        await press(signIn.continueWithGoogle)
      },
      'signUp.submit': async ({ form }) => {
        await open('/signup')
        const { name, email, password } = form
        const fields = { [signUp.name]: name, [signIn.email]: email, [signIn.password]: password }
        await submit(fields, signUp.title)
      },
      'reset.request': async ({ email }) => {
        await open('/login')
        await main.fill(signIn.email, email)
        await main.click('link', words.forgotPassword)
      },
      'reset.acknowledge': () => screen.press('Escape'),
      'code.submit': async (_, moment) => {
        await submit({ [codeWords.verificationCode]: await server.code(moment) }, codeWords.confirm)
      },
      'code.resend': () => press(codeWords.sendNewCode),
      'code.cancel': () => press(codeWords.cancel),
      retry: () => main.click('button', loading.tryAgain),
      logout: async (_, { context }) => {
        place = '/'
        if (!context.user && context.message) return press(session.logOutInstead)
        await screen.click('button', MENU)
        await screen.click('menuitem', frame.logOut)
      },
      'page.refuse': async (_, { context }) => {
        place = '/login'
        await server.visitRefusedPage(context)
      },
      'session.expired': (_, { context }) => server.expireToken(context),
      'session.startedElsewhere': ({ user }) => server.logInElsewhere(user),
      'session.endedElsewhere': () => {
        place = '/login'
        return server.logOutElsewhere()
      },
    },
    see: {
      'unknown.restoring': async () => {
        await screen.see('text', session.checkingLogin)
        await screen.seePath(start)
      },
      'unknown.restoreFailed': async (context) => {
        await screen.see('alert', session.loginNotChecked)
        await seeFailure(context)
        await main.see('button', loading.tryAgain, { disabled: false })
        await main.see('button', session.logOutInstead, { disabled: false })
      },
      'guest.login.form.untouched': async ({ ended }) => {
        // Where it leads depends on the page.
        if (ended === 'expired') place = /^\/(login)?$/
        await seeForm()
        await seeNoFailure()
      },
      'guest.login.form.refused': all(seeFailure, seeForm),
      'guest.login.signingIn': async () => {
        await seeBusy(words.title, signIn.continueWithGoogle)
        await main.see('link', words.forgotPassword, { disabled: true })
      },
      'guest.login.signingInWithGoogle': async () => {
        await screen.see('text', signIn.continueInGoogleWindow)
        await main.see('button', signIn.continueWithGoogle, { disabled: false })
        await seeControls()
      },
      'guest.login.signingUp': () => seeBusy(signUp.title, signIn.continueWithGoogle),
      'guest.login.sendingReset': async () => {
        await screen.see('text', words.sendingResetLink)
        for (const name of [words.title, signIn.continueWithGoogle]) {
          await main.see('button', name, { disabled: true })
        }
      },
      'guest.login.resetSent': async () => {
        await screen.see('alertdialog', words.checkYourEmail, {
          text: textOf(sentences.resetLinkSentTo(parent.email)),
        })
        await screen.within('alertdialog').see('button', words.ok, { focused: true })
      },
      'guest.secondFactor.sendingCode': async () => {
        await screen.see('text', codeWords.sendingTo(phoneHint))
        await seeCodeStep({ confirm: false, resend: false })
        await main.see('field', codeWords.verificationCode, { focused: false })
        await seeNoFailure()
      },
      'guest.secondFactor.codeNotSent': async (context) => {
        await seeFailure(context)
        await screen.see('text', codeWords.notSentTo(phoneHint))
        await seeCodeStep({ confirm: false, resend: true })
      },
      'guest.secondFactor.awaitingCode.untouched': async () => {
        await screen.see('text', codeWords.sentTo(phoneHint))
        await seeCodeStep({ confirm: true, resend: true })
        await seeNoFailure()
        await main.see('field', codeWords.verificationCode, { focused: true })
      },
      'guest.secondFactor.awaitingCode.refused': async (context) => {
        await seeFailure(context)
        await seeCodeStep({ confirm: true, resend: true })
        await main.see('field', codeWords.verificationCode, { focused: true })
      },
      'guest.secondFactor.confirmingCode': () => seeBusy(codeWords.confirm, codeWords.sendNewCode),
      // The exchange is shown on the screen where it began, at the button that was pressed.
      'guest.exchanging': async () => {
        await seeBusy(pressed)
        await seeNoFailure()
        await screen.gone('text', signIn.continueInGoogleWindow)
      },
      'user.role.asking': (context) => seeRole(context, { isKnown: false }),
      'user.role.unknown': all(seeRole, () =>
        nav.see('button', loading.tryAgain, { disabled: false }),
      ),
      'user.role.patient': all(seeRole, () => nav.gone('button')),
      'user.role.doctor': (context) => seeRole(context, { role: 'doctor' }),
      'user.role.staff': (context) => seeRole(context, { role: 'staff' }),
      'user.role.admin': (context) => seeRole(context, { role: 'admin' }),
      'user.token.fresh': () => server.seeRenewal(false),
      'user.token.renewing': () => server.seeRenewal(true),
      'user.token.renewalFailed': () => server.seeRenewal(false),
      // A page of the workspace has no header with a link to log in.
      'guest.signingOut': () => seeNothingOfUsers(),
    },
  }
}
