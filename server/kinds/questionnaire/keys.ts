/** What answers to the items of one version are worth. Only organisers get keys; participants never do. */
export interface Keys {
  scales: Scale[]
  /** Questions with the same meaning: the difference of their answers shows whether the person reads the questions. */
  pairs: [string, string][]
}

export interface Scale {
  code: string
  title: string
  /** The title of the scale in the participant's report; empty: the scale is not in it. */
  reportTitle: string
  role: 'scale' | 'desirability'
  /** A higher desirability makes the answers doubtful; null: no limit. */
  limit: number | null
  items: ScaleItem[]
}

/** `direct` and `reverse` count the marks of a scale; a number is the option that counts as one. */
export interface ScaleItem {
  item: string
  key: 'direct' | 'reverse' | number
  weight: number
}

export interface Norm {
  group: string
  scale: string
  mean: number
  deviation: number
}
