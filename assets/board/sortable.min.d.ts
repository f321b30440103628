export {};
declare global {
  var Sortable: any;
}
