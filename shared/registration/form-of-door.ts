import { type FormSchema, fieldsOf } from '#shared/forms/field.ts'

export type Door = 'participant' | 'supporter'

const nameFields = ['last_name', 'first_name', 'middle_name']

/** What the registration asks: a supporter only for the name, a participant for everything. */
export function formOfDoor(form: FormSchema, door: Door): FormSchema {
  if (door === 'participant') return form
  const fields = fieldsOf(form).filter(({ name }) => nameFields.includes(name))
  return { ...form, sections: fields.length > 0 ? [{ code: 'name', title: 'Как вас зовут', fields }] : [] }
}
