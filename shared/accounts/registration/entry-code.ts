import type { FormSchema } from '#shared/forms/fields/field.ts'

/** How many people one code may let in. */
export const entryCodeUses = { min: 1, max: 1000 }
export const maxEntryReason = 500
export const entryCodesPage = 10
/** The longest input of a code, with spaces and dashes. */
export const maxTypedEntryCode = 32

/** The organiser's form for a new code. */
export const entryCodeForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'code',
      title: 'Код',
      fields: [
        {
          name: 'reason',
          label: 'Кому и почему',
          hint: 'Видят только организаторы. Например, «Заявка пришла в поддержку до закрытия».',
          view: 'textarea',
          validation_rules: { required: true, max_length: maxEntryReason },
        },
        {
          name: 'uses',
          label: 'Сколько человек могут войти',
          view: 'number',
          validation_rules: { required: true, int: true, min_value: entryCodeUses.min, max_value: entryCodeUses.max },
        },
        {
          name: 'expires_at',
          label: 'Действует до',
          hint: 'По Москве. До этого времени нужно и подать заявку.',
          view: 'datetime',
          validation_rules: { required: true },
        },
        {
          name: 'email',
          label: 'Только для почты',
          hint: 'Тогда по коду зарегистрируется только человек с этим адресом. Пусто — любой, у кого есть код.',
          view: 'text',
          validation_rules: { email: true, max_length: 254 },
        },
      ],
    },
  ],
}
