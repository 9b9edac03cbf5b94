/** What the items of one version are worth. It never leaves the server but for organisers. */
export interface Keys {
  scales: Scale[]
  /** Questions that ask the same: how far their answers are apart tells whether somebody reads what he answers. */
  pairs: [string, string][]
}

export interface Scale {
  code: string
  title: string
  /** What the participant reads in the report; empty: the scale is not in it. */
  reportTitle: string
  role: 'scale' | 'desirability'
  /** A desirability above this puts the answers in doubt; null for none. */
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
