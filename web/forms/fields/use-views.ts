import { useEffect, useState } from 'react'
import { type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { loadViews } from './FieldView.tsx'

/** Whether the views of all fields are there: a form that waits for them does not move while it is drawn. */
export function useViews(form: FormSchema): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => void loadViews(fieldsOf(form)).then(() => setReady(true)), [form])
  return ready
}
