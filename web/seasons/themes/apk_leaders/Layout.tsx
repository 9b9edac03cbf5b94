import { Frame, type FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'
import styles from './Layout.module.css'

/** One landscape from edge to edge: the form is a board that stands in the field, the words are in the sky. */
export const Layout = (slots: FrameSlots) => <Frame slots={slots} styles={styles} whole onField="top" />
