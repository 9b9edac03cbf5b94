import type { FormSchema } from '#shared/forms/fields/field.ts'

const maxDays = 3660

/** The form of a copied season: its name, its place in the address, and by how many days all dates move. */
export const copyForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'copy',
      title: 'Новый сезон',
      fields: [
        {
          name: 'title',
          label: 'Название нового сезона',
          view: 'text',
          validation_rules: { required: true, max_length: 200 },
        },
        {
          name: 'code',
          label: 'Код в адресе',
          hint: 'Латиницей, например leaders_2027. Потом не меняется.',
          view: 'text',
          validation_rules: { required: true, regexp: '^[a-z0-9][a-z0-9_]{1,63}$' },
          custom_errors: { regexp: 'Строчные латинские буквы, цифры и «_», от двух до 64 знаков' },
        },
        {
          name: 'days',
          label: 'На сколько дней сдвинуть все даты',
          hint: '364 дня — те же дни недели. Отрицательное число сдвигает назад.',
          view: 'number',
          validation_rules: { required: true, int: true, min_value: -maxDays, max_value: maxDays },
        },
      ],
    },
  ],
}

/** The report about a copied season. */
export interface CopyReport {
  /** The title of the season that was copied. */
  from: string
  /** Whether this was a season that the portal ships, so that nothing in it is of last year. */
  template: boolean
  days: number
  copied: { what: string; count: number }[]
  /** How many dates were moved. */
  shifted: number
  left_out: { what: string; count: number }[]
  /** Remarks: what an organiser has to correct or read again now. */
  look: Look[]
  /** How many of the remarks at the time of copying have been corrected or read. */
  done: number
  /** What somebody has read and left as it is, and may put back into the list. */
  read: Omit<Look, 'by_hand'>[]
}

/** The report as it is stored. The texts of remarks are not stored: they are made from the present season when read. */
export interface KeptReport extends Omit<CopyReport, 'template' | 'look' | 'done' | 'read'> {
  /** Not stored about seasons that were copied. */
  template?: boolean
  look: KeptRemark[]
  /** The keys of the remarks that an organiser has marked as read. */
  read: string[]
}

/** `was` is the hash of the text or setting that the remark is about; null where it is not known or not needed. */
export interface KeptRemark {
  key: string
  was: string | null
}

export interface Look {
  /** Identifies the remark when an organiser marks it as read. */
  key: string
  /** The code of its stage; null for the competition. */
  stage: string | null
  text: string
  /**
   * An organiser decides that it is right as it is. Other remarks disappear when the portal finds their cause
   * corrected.
   */
  by_hand: boolean
}
