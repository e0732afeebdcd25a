/** When a fault strikes: at a connection, after a command, or after the whole message. */
export type SmtpStep = 'connect' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** The faults of the server. */
export type SmtpFault =
  /** Refuses with this code, such as 421, 450 or 550. */
  | { kind: 'refuse'; code: number; text?: string }
  /** Answers later. */
  | { kind: 'delay'; ms: number }
  /** Closes the connection without an answer; `reset` with a TCP reset. */
  | { kind: 'drop'; reset?: boolean }
  /** Stores the message (at `DATA`) and closes the connection without an answer. */
  | { kind: 'drop-after-storing' }
  /** Never answers. */
  | { kind: 'silence' }

export interface SmtpFaultRule {
  at: SmtpStep
  fault: SmtpFault
  /** How many times it strikes; once when absent. */
  times?: number | 'always'
  /** Only for recipients that contain this text, for `RCPT TO` and `DATA`. */
  to?: string
}

interface SmtpFaults {
  add(rule: SmtpFaultRule): void
  clear(): void
  /** The fault that strikes now; counts it. */
  take(at: SmtpStep, recipient?: string): SmtpFault | undefined
}

/** The active faults, in memory only. */
export function createSmtpFaults(): SmtpFaults {
  let rules: (SmtpFaultRule & { times: number | 'always' })[] = []
  return {
    add: (rule) => rules.push({ times: 1, ...rule }),
    clear: () => {
      rules = []
    },
    take(at, recipient = '') {
      const rule = rules.find((each) => each.at === at && recipient.includes(each.to ?? ''))
      if (rule && rule.times !== 'always') {
        rule.times -= 1
        if (rule.times === 0) rules = rules.filter((each) => each !== rule)
      }
      return rule?.fault
    },
  }
}
