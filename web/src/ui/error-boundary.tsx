import { Component, type ReactNode } from 'react'

type Props = {
  /** What stands in the place of what broke. */
  fallback: () => ReactNode
  /** A new value forgets the fault: another page, or another try. */
  resetOn?: string
  children: ReactNode
}

type State = { broken: boolean; resetOn: string | undefined }

/** Keeps a fault inside one region of the page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false, resetOn: this.props.resetOn }

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetOn === state.resetOn ? null : { broken: false, resetOn: props.resetOn }
  }

  override render() {
    return this.state.broken ? this.props.fallback() : this.props.children
  }
}
