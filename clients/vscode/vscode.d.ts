/**
 * What the extension uses of the editor's API, as https://code.visualstudio.com/api/references/vscode-api describes it.
 * Written here, so that tsc needs no package. The stub of the tests has the same members and no more.
 */

declare module "vscode" {
  export interface Disposable {
    dispose(): void;
  }
  export type Event<T> = (listener: (event: T) => unknown) => Disposable;
  export class EventEmitter<T> {
    readonly event: Event<T>;
    fire(data: T): void;
    dispose(): void;
  }
  export class ThemeColor {
    constructor(id: string);
  }
  export class ThemeIcon {
    constructor(id: string, color?: ThemeColor);
  }
  export class Uri {
    static file(path: string): Uri;
    with(change: { scheme?: string }): Uri;
  }
  export class Position {
    constructor(line: number, character: number);
  }
  export class Range {
    constructor(start: Position, end: Position);
  }

  export interface ExtensionContext {
    readonly extensionPath: string;
    readonly subscriptions: Disposable[];
  }
  export interface Command {
    title: string;
    command: string;
    arguments?: any[];
  }
  export enum StatusBarAlignment {
    Left = 1,
    Right = 2,
  }
  export interface AccessibilityInformation {
    readonly label: string;
  }
  export interface StatusBarItem extends Disposable {
    name: string | undefined;
    text: string;
    tooltip: string | undefined;
    backgroundColor: ThemeColor | undefined;
    command: string | undefined;
    accessibilityInformation: AccessibilityInformation | undefined;
    show(): void;
  }

  export enum TreeItemCollapsibleState {
    None = 0,
    Collapsed = 1,
    Expanded = 2,
  }
  export class TreeItem {
    constructor(label: string, collapsibleState?: TreeItemCollapsibleState);
    label?: string;
    id?: string;
    description?: string;
    tooltip?: string;
    iconPath?: ThemeIcon;
    contextValue?: string;
    command?: Command;
  }
  export interface TreeDataProvider<T> {
    onDidChangeTreeData?: Event<void>;
    getTreeItem(element: T): TreeItem;
    getChildren(element?: T): T[];
  }

  export interface MessageItem {
    title: string;
  }
  export interface QuickPickItem {
    label: string;
    description?: string;
  }
  export interface QuickPickOptions {
    title?: string;
    placeHolder?: string;
  }
  export interface InputBoxOptions {
    title?: string;
    prompt?: string;
  }
  export interface OutputChannel extends Disposable {
    append(value: string): void;
    appendLine(value: string): void;
    show(preserveFocus?: boolean): void;
  }
  export interface TextDocument {
    getText(): string;
    positionAt(offset: number): Position;
  }
  export interface TextEditor {}
  export interface TextDocumentShowOptions {
    selection?: Range;
  }

  export namespace window {
    function createOutputChannel(name: string): OutputChannel;
    function createStatusBarItem(id: string, alignment?: StatusBarAlignment): StatusBarItem;
    function registerTreeDataProvider<T>(viewId: string, provider: TreeDataProvider<T>): Disposable;
    function showErrorMessage(message: string, ...items: string[]): Promise<string | undefined>;
    function showErrorMessage<T extends MessageItem>(message: string, ...items: T[]): Promise<T | undefined>;
    function showWarningMessage<T extends MessageItem>(message: string, ...items: T[]): Promise<T | undefined>;
    function showInformationMessage(message: string): Promise<undefined>;
    function showQuickPick<T extends QuickPickItem>(items: T[], options?: QuickPickOptions): Promise<T | undefined>;
    function showInputBox(options?: InputBoxOptions): Promise<string | undefined>;
    function showTextDocument(document: TextDocument, options?: TextDocumentShowOptions): Promise<TextEditor>;
  }

  export interface WorkspaceConfiguration {
    get<T>(section: string): T | undefined;
    get<T>(section: string, otherwise: T): T;
  }
  export interface ConfigurationChangeEvent {
    affectsConfiguration(section: string): boolean;
  }
  export namespace workspace {
    const onDidChangeConfiguration: Event<ConfigurationChangeEvent>;
    function getConfiguration(section: string): WorkspaceConfiguration;
    function openTextDocument(uri: Uri): Promise<TextDocument>;
    function openTextDocument(options: { language?: string; content?: string }): Promise<TextDocument>;
  }
  export namespace commands {
    function registerCommand(command: string, callback: (...words: any[]) => unknown): Disposable;
    function executeCommand(command: string, ...words: any[]): Promise<unknown>;
  }
}
