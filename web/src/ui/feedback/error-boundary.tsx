import { Component, type ReactNode } from 'react'

type Props = {
  /** Rendered instead of children that threw. `reset` renders the children again. */
  fallback: (error: unknown, reset: () => void) => ReactNode
  /** A new value resets the boundary, for example on a new page. */
  resetOn?: string
  children: ReactNode
}

type State = { caught: { error: unknown } | null; resetOn: string | undefined }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { caught: null, resetOn: this.props.resetOn }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { caught: { error } }
  }

  static getDerivedStateFromProps({ resetOn }: Props, state: State): State | null {
    return resetOn === state.resetOn ? null : { caught: null, resetOn }
  }

  readonly reset = () => this.setState({ caught: null })

  override render() {
    const { caught } = this.state
    return caught ? this.props.fallback(caught.error, this.reset) : this.props.children
  }
}
