// Generated from harness/core/file-schemas.ts by `npm run generate`.
"use strict";
export const RecordLine = validate20;
const schema31 = {"type":"object","discriminator":{"propertyName":"type"},"required":["type"],"oneOf":[{"required":["schema","run","at","seed","target","harness","node","settings","type"],"properties":{"schema":{"enum":[1]},"run":{"type":"string"},"at":{"type":"number"},"seed":{"type":"number"},"target":{"type":"object","required":["kind","url"],"properties":{"kind":{"enum":["embedded","remote","sdk"]},"url":{"type":"string"}}},"harness":{"type":"string"},"node":{"type":"string"},"settings":{"type":"object","required":["deliveryTimeoutMs","redeliveryTimeoutMs","secrets","suites","keyGiven","orderSetting"],"properties":{"deliveryTimeoutMs":{"type":"number"},"redeliveryTimeoutMs":{"type":"number"},"secrets":{"type":"number"},"suites":{"type":"array","items":{"type":"string"}},"keyGiven":{"type":"boolean"},"orderSetting":{"type":"string"},"networksGiven":{"enum":[true]},"shards":{"type":"object","required":["of","have"],"properties":{"of":{"type":"number"},"have":{"type":"array","items":{"type":"number"}}}}}},"dialect":{"type":"object"},"faults":{"type":"array","items":{"type":"string"}},"merged":{"type":"array","items":{"type":"string"}},"known":{"type":"array","items":{"type":"object","required":["requirement","reason","ticket","owner","expires"],"properties":{"requirement":{"type":"string"},"reason":{"type":"string","pattern":"\\S"},"ticket":{"type":"string","pattern":"\\S"},"owner":{"type":"string","pattern":"\\S"},"expires":{"type":"string"}}}},"gate":{"type":"object","required":["edition","adapter"],"properties":{"edition":{"type":"number"},"adapter":{"type":"object","required":["name","version","language","clock","methods","command"],"properties":{"name":{"type":"string"},"version":{"type":"string"},"language":{"type":"string"},"clock":{"enum":["injected","system"]},"methods":{"type":"array","items":{"type":"string"}},"command":{"type":"array","items":{"type":"string"}}}},"only":{"type":"string"}}},"type":{"enum":["run"]}}},{"required":["id","suite","title","from","type"],"properties":{"id":{"type":"string"},"suite":{"type":"string"},"title":{"type":"string"},"from":{"type":"number"},"to":{"type":"number"},"outcome":{"enum":["done","skipped","failed"]},"reason":{"type":"string"},"setting":{"type":"string"},"type":{"enum":["scenario"]}}},{"required":["orders","type"],"properties":{"orders":{"type":"array","items":{"type":"string"}},"type":{"enum":["orders"]}}},{"required":["id","scenario","order","from","type"],"properties":{"id":{"type":"string"},"scenario":{"type":"string"},"order":{"type":"string"},"from":{"type":"number"},"to":{"type":"number"},"alone":{"type":"number"},"diagnoses":{"type":"string"},"type":{"enum":["journey"]}}},{"required":["journey","event","exchange","at","type"],"properties":{"journey":{"type":"string"},"event":{"enum":["deposit_detected","deposit_confirmed","disburse","wrong_chain","expire","fail"]},"exchange":{"type":"string"},"at":{"type":"number"},"receivedAmount":{"type":"string"},"receivedNetwork":{"type":"string"},"type":{"enum":["step"]}}},{"required":["id","attempt","sentAt","endedAt","request","type"],"properties":{"id":{"type":"string"},"scenario":{"type":"string"},"journey":{"type":"string"},"operation":{"type":"string"},"condition":{"type":"string"},"attempt":{"type":"number"},"sentAt":{"type":"number"},"endedAt":{"type":"number"},"request":{"type":"object","required":["method","url","headers"],"properties":{"method":{"type":"string"},"url":{"type":"string"},"headers":{"type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}},"body":{"type":"object","required":["size","sha256"],"properties":{"size":{"type":"number"},"sha256":{"type":"string"},"text":{"type":"string"},"base64":{"type":"string","pattern":"^[A-Za-z0-9+/]*={0,2}$"},"decoded":{"type":"string"},"altered":{"enum":[true]},"cut":{"type":"number"}}}}},"response":{"type":"object","required":["status","headers","body"],"properties":{"status":{"type":"number"},"headers":{"type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}},"body":{"type":"object","required":["size","sha256"],"properties":{"size":{"type":"number"},"sha256":{"type":"string"},"text":{"type":"string"},"base64":{"type":"string","pattern":"^[A-Za-z0-9+/]*={0,2}$"},"decoded":{"type":"string"},"altered":{"enum":[true]},"cut":{"type":"number"}}}}},"failure":{"type":"object","required":["kind","message"],"properties":{"kind":{"enum":["unreachable","dropped","timeout","cut","aborted","not-http"]},"code":{"type":"string"},"message":{"type":"string"}}},"leaked":{"type":"array","items":{"type":"string"}},"type":{"enum":["exchange"]}}},{"required":["id","at","method","path","headers","body","complete","ours","answer","signatures","connection","type"],"properties":{"id":{"type":"string"},"at":{"type":"number"},"method":{"type":"string"},"path":{"type":"string"},"headers":{"type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}},"body":{"type":"object","required":["size","sha256"],"properties":{"size":{"type":"number"},"sha256":{"type":"string"},"text":{"type":"string"},"base64":{"type":"string","pattern":"^[A-Za-z0-9+/]*={0,2}$"},"decoded":{"type":"string"},"altered":{"enum":[true]},"cut":{"type":"number"}}},"complete":{"type":"boolean"},"ours":{"type":"boolean"},"answer":{"type":"object","required":["kind","refused"],"properties":{"kind":{"enum":["status","slow","drop"]},"status":{"type":"number"},"refused":{"type":"boolean"}}},"signatures":{"type":"array","items":{"type":"object","required":["header","t","v1","wellFormed","others","malformed","slots"],"properties":{"header":{"type":"string"},"t":{"type":"array","items":{"type":"string"}},"v1":{"type":"number"},"wellFormed":{"type":"number"},"others":{"type":"array","items":{"type":"string"}},"malformed":{"type":"number"},"slots":{"type":"array","items":{"type":"number"}},"nearMiss":{"enum":["reserialised-body","trimmed-body","body-only","no-dot","uppercase-hex","base64","sha1","sha512","other-t","decoded-secret","truncated","plain-sha256","other-separator"]}}}},"leaked":{"type":"array","items":{"type":"string"}},"connection":{"type":"number"},"type":{"enum":["delivery"]}}},{"required":["journey","kind","since","from","to","allowed","outcome","type"],"properties":{"journey":{"type":"string"},"kind":{"enum":["event","redelivery","quiet"]},"since":{"type":"string"},"from":{"type":"number"},"to":{"type":"number"},"allowed":{"type":"number"},"outcome":{"enum":["came","missed","abandoned"]},"type":{"enum":["wait"]}}},{"required":["kind","from","to","message","type"],"properties":{"kind":{"enum":["target-unreachable","stall","clock","tunnel-down","receiver-limit"]},"from":{"type":"number"},"to":{"type":"number"},"message":{"type":"string"},"shard":{"type":"string"},"type":{"enum":["trouble"]}}},{"required":["at","kind","name","url","headers","type"],"properties":{"at":{"type":"number"},"kind":{"enum":["direct","url","ssh","command"]},"name":{"type":"string"},"url":{"type":"string"},"headers":{"type":"object","required":["caseKept","linesKept","added"],"properties":{"caseKept":{"type":"boolean"},"linesKept":{"type":"boolean"},"added":{"type":"array","items":{"type":"string"}}}},"type":{"enum":["tunnel"]}}},{"required":["at","code","packet","type"],"properties":{"at":{"type":"number"},"code":{"type":"string"},"packet":{"type":"object","required":["size","sha256"],"properties":{"size":{"type":"number"},"sha256":{"type":"string"},"text":{"type":"string"},"base64":{"type":"string","pattern":"^[A-Za-z0-9+/]*={0,2}$"},"decoded":{"type":"string"},"altered":{"enum":[true]},"cut":{"type":"number"}}},"type":{"enum":["malformed"]}}},{"required":["id","method","passed","problems","type"],"properties":{"id":{"type":"string"},"method":{"type":"string"},"passed":{"type":"array","items":{"type":"string"}},"problems":{"type":"array","items":{"type":"object","required":["requirement","severity","cause","message","expected","received"],"properties":{"requirement":{"type":"string"},"also":{"type":"array","items":{"type":"string"}},"severity":{"enum":["breach","advice"]},"cause":{"type":"string"},"message":{"type":"string"},"expected":{"type":"string"},"received":{"type":"string"},"likely":{"type":"string"},"answered":{"type":"string"},"explainedBy":{"type":"array","items":{"type":"array","items":{"type":"string"}}}}}},"type":{"enum":["case"]}}},{"required":["at","reason","type"],"properties":{"at":{"type":"number"},"reason":{"enum":["done","interrupted","deadline","unreachable","broken"]},"message":{"type":"string"},"code":{"type":"string"},"received":{"type":"string"},"next":{"type":"string"},"lines":{"type":"number"},"type":{"enum":["end"]}}}]};
const pattern4 = new RegExp("\\S", "u");
const pattern7 = new RegExp("^[A-Za-z0-9+/]*={0,2}$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "run"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((((((((((data.schema === undefined) && (missing1 = "schema")) || ((data.run === undefined) && (missing1 = "run"))) || ((data.at === undefined) && (missing1 = "at"))) || ((data.seed === undefined) && (missing1 = "seed"))) || ((data.target === undefined) && (missing1 = "target"))) || ((data.harness === undefined) && (missing1 = "harness"))) || ((data.node === undefined) && (missing1 = "node"))) || ((data.settings === undefined) && (missing1 = "settings"))) || ((data.type === undefined) && (missing1 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data.schema !== undefined){
const _errs3 = errors;
if(!(data.schema === 1)){
validate20.errors = [{instancePath:instancePath+"/schema",schemaPath:"#/oneOf/0/properties/schema/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[0].properties.schema.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs3 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.run !== undefined){
const _errs4 = errors;
if(typeof data.run !== "string"){
validate20.errors = [{instancePath:instancePath+"/run",schemaPath:"#/oneOf/0/properties/run/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs4 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.at !== undefined){
let data2 = data.at;
const _errs6 = errors;
if(!((typeof data2 == "number") && (isFinite(data2)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/0/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.seed !== undefined){
let data3 = data.seed;
const _errs8 = errors;
if(!((typeof data3 == "number") && (isFinite(data3)))){
validate20.errors = [{instancePath:instancePath+"/seed",schemaPath:"#/oneOf/0/properties/seed/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.target !== undefined){
let data4 = data.target;
const _errs10 = errors;
if(errors === _errs10){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing2;
if(((data4.kind === undefined) && (missing2 = "kind")) || ((data4.url === undefined) && (missing2 = "url"))){
validate20.errors = [{instancePath:instancePath+"/target",schemaPath:"#/oneOf/0/properties/target/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data4.kind !== undefined){
let data5 = data4.kind;
const _errs12 = errors;
if(!(((data5 === "embedded") || (data5 === "remote")) || (data5 === "sdk"))){
validate20.errors = [{instancePath:instancePath+"/target/kind",schemaPath:"#/oneOf/0/properties/target/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[0].properties.target.properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.url !== undefined){
const _errs13 = errors;
if(typeof data4.url !== "string"){
validate20.errors = [{instancePath:instancePath+"/target/url",schemaPath:"#/oneOf/0/properties/target/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/target",schemaPath:"#/oneOf/0/properties/target/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.harness !== undefined){
const _errs15 = errors;
if(typeof data.harness !== "string"){
validate20.errors = [{instancePath:instancePath+"/harness",schemaPath:"#/oneOf/0/properties/harness/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.node !== undefined){
const _errs17 = errors;
if(typeof data.node !== "string"){
validate20.errors = [{instancePath:instancePath+"/node",schemaPath:"#/oneOf/0/properties/node/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.settings !== undefined){
let data9 = data.settings;
const _errs19 = errors;
if(errors === _errs19){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing3;
if(((((((data9.deliveryTimeoutMs === undefined) && (missing3 = "deliveryTimeoutMs")) || ((data9.redeliveryTimeoutMs === undefined) && (missing3 = "redeliveryTimeoutMs"))) || ((data9.secrets === undefined) && (missing3 = "secrets"))) || ((data9.suites === undefined) && (missing3 = "suites"))) || ((data9.keyGiven === undefined) && (missing3 = "keyGiven"))) || ((data9.orderSetting === undefined) && (missing3 = "orderSetting"))){
validate20.errors = [{instancePath:instancePath+"/settings",schemaPath:"#/oneOf/0/properties/settings/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
if(data9.deliveryTimeoutMs !== undefined){
let data10 = data9.deliveryTimeoutMs;
const _errs21 = errors;
if(!((typeof data10 == "number") && (isFinite(data10)))){
validate20.errors = [{instancePath:instancePath+"/settings/deliveryTimeoutMs",schemaPath:"#/oneOf/0/properties/settings/properties/deliveryTimeoutMs/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid4 = _errs21 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.redeliveryTimeoutMs !== undefined){
let data11 = data9.redeliveryTimeoutMs;
const _errs23 = errors;
if(!((typeof data11 == "number") && (isFinite(data11)))){
validate20.errors = [{instancePath:instancePath+"/settings/redeliveryTimeoutMs",schemaPath:"#/oneOf/0/properties/settings/properties/redeliveryTimeoutMs/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid4 = _errs23 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.secrets !== undefined){
let data12 = data9.secrets;
const _errs25 = errors;
if(!((typeof data12 == "number") && (isFinite(data12)))){
validate20.errors = [{instancePath:instancePath+"/settings/secrets",schemaPath:"#/oneOf/0/properties/settings/properties/secrets/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid4 = _errs25 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.suites !== undefined){
let data13 = data9.suites;
const _errs27 = errors;
if(errors === _errs27){
if(Array.isArray(data13)){
var valid5 = true;
const len0 = data13.length;
for(let i0=0; i0<len0; i0++){
const _errs29 = errors;
if(typeof data13[i0] !== "string"){
validate20.errors = [{instancePath:instancePath+"/settings/suites/" + i0,schemaPath:"#/oneOf/0/properties/settings/properties/suites/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs29 === errors;
if(!valid5){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/settings/suites",schemaPath:"#/oneOf/0/properties/settings/properties/suites/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs27 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.keyGiven !== undefined){
const _errs31 = errors;
if(typeof data9.keyGiven !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/settings/keyGiven",schemaPath:"#/oneOf/0/properties/settings/properties/keyGiven/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.orderSetting !== undefined){
const _errs33 = errors;
if(typeof data9.orderSetting !== "string"){
validate20.errors = [{instancePath:instancePath+"/settings/orderSetting",schemaPath:"#/oneOf/0/properties/settings/properties/orderSetting/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs33 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.networksGiven !== undefined){
const _errs35 = errors;
if(!(data9.networksGiven === true)){
validate20.errors = [{instancePath:instancePath+"/settings/networksGiven",schemaPath:"#/oneOf/0/properties/settings/properties/networksGiven/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[0].properties.settings.properties.networksGiven.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid4 = _errs35 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.shards !== undefined){
let data18 = data9.shards;
const _errs36 = errors;
if(errors === _errs36){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing4;
if(((data18.of === undefined) && (missing4 = "of")) || ((data18.have === undefined) && (missing4 = "have"))){
validate20.errors = [{instancePath:instancePath+"/settings/shards",schemaPath:"#/oneOf/0/properties/settings/properties/shards/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'"}];
return false;
}
else {
if(data18.of !== undefined){
let data19 = data18.of;
const _errs38 = errors;
if(!((typeof data19 == "number") && (isFinite(data19)))){
validate20.errors = [{instancePath:instancePath+"/settings/shards/of",schemaPath:"#/oneOf/0/properties/settings/properties/shards/properties/of/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid6 = _errs38 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.have !== undefined){
let data20 = data18.have;
const _errs40 = errors;
if(errors === _errs40){
if(Array.isArray(data20)){
var valid7 = true;
const len1 = data20.length;
for(let i1=0; i1<len1; i1++){
let data21 = data20[i1];
const _errs42 = errors;
if(!((typeof data21 == "number") && (isFinite(data21)))){
validate20.errors = [{instancePath:instancePath+"/settings/shards/have/" + i1,schemaPath:"#/oneOf/0/properties/settings/properties/shards/properties/have/items/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid7 = _errs42 === errors;
if(!valid7){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/settings/shards/have",schemaPath:"#/oneOf/0/properties/settings/properties/shards/properties/have/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid6 = _errs40 === errors;
}
else {
var valid6 = true;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/settings/shards",schemaPath:"#/oneOf/0/properties/settings/properties/shards/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs36 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/settings",schemaPath:"#/oneOf/0/properties/settings/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.dialect !== undefined){
let data22 = data.dialect;
const _errs44 = errors;
if(!(data22 && typeof data22 == "object" && !Array.isArray(data22))){
validate20.errors = [{instancePath:instancePath+"/dialect",schemaPath:"#/oneOf/0/properties/dialect/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid2 = _errs44 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.faults !== undefined){
let data23 = data.faults;
const _errs46 = errors;
if(errors === _errs46){
if(Array.isArray(data23)){
var valid8 = true;
const len2 = data23.length;
for(let i2=0; i2<len2; i2++){
const _errs48 = errors;
if(typeof data23[i2] !== "string"){
validate20.errors = [{instancePath:instancePath+"/faults/" + i2,schemaPath:"#/oneOf/0/properties/faults/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs48 === errors;
if(!valid8){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/faults",schemaPath:"#/oneOf/0/properties/faults/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs46 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.merged !== undefined){
let data25 = data.merged;
const _errs50 = errors;
if(errors === _errs50){
if(Array.isArray(data25)){
var valid9 = true;
const len3 = data25.length;
for(let i3=0; i3<len3; i3++){
const _errs52 = errors;
if(typeof data25[i3] !== "string"){
validate20.errors = [{instancePath:instancePath+"/merged/" + i3,schemaPath:"#/oneOf/0/properties/merged/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs52 === errors;
if(!valid9){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/merged",schemaPath:"#/oneOf/0/properties/merged/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs50 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.known !== undefined){
let data27 = data.known;
const _errs54 = errors;
if(errors === _errs54){
if(Array.isArray(data27)){
var valid10 = true;
const len4 = data27.length;
for(let i4=0; i4<len4; i4++){
let data28 = data27[i4];
const _errs56 = errors;
if(errors === _errs56){
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
let missing5;
if((((((data28.requirement === undefined) && (missing5 = "requirement")) || ((data28.reason === undefined) && (missing5 = "reason"))) || ((data28.ticket === undefined) && (missing5 = "ticket"))) || ((data28.owner === undefined) && (missing5 = "owner"))) || ((data28.expires === undefined) && (missing5 = "expires"))){
validate20.errors = [{instancePath:instancePath+"/known/" + i4,schemaPath:"#/oneOf/0/properties/known/items/required",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'"}];
return false;
}
else {
if(data28.requirement !== undefined){
const _errs58 = errors;
if(typeof data28.requirement !== "string"){
validate20.errors = [{instancePath:instancePath+"/known/" + i4+"/requirement",schemaPath:"#/oneOf/0/properties/known/items/properties/requirement/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs58 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data28.reason !== undefined){
let data30 = data28.reason;
const _errs60 = errors;
if(errors === _errs60){
if(typeof data30 === "string"){
if(!pattern4.test(data30)){
validate20.errors = [{instancePath:instancePath+"/known/" + i4+"/reason",schemaPath:"#/oneOf/0/properties/known/items/properties/reason/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/known/" + i4+"/reason",schemaPath:"#/oneOf/0/properties/known/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid11 = _errs60 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data28.ticket !== undefined){
let data31 = data28.ticket;
const _errs62 = errors;
if(errors === _errs62){
if(typeof data31 === "string"){
if(!pattern4.test(data31)){
validate20.errors = [{instancePath:instancePath+"/known/" + i4+"/ticket",schemaPath:"#/oneOf/0/properties/known/items/properties/ticket/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/known/" + i4+"/ticket",schemaPath:"#/oneOf/0/properties/known/items/properties/ticket/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid11 = _errs62 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data28.owner !== undefined){
let data32 = data28.owner;
const _errs64 = errors;
if(errors === _errs64){
if(typeof data32 === "string"){
if(!pattern4.test(data32)){
validate20.errors = [{instancePath:instancePath+"/known/" + i4+"/owner",schemaPath:"#/oneOf/0/properties/known/items/properties/owner/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/known/" + i4+"/owner",schemaPath:"#/oneOf/0/properties/known/items/properties/owner/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid11 = _errs64 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data28.expires !== undefined){
const _errs66 = errors;
if(typeof data28.expires !== "string"){
validate20.errors = [{instancePath:instancePath+"/known/" + i4+"/expires",schemaPath:"#/oneOf/0/properties/known/items/properties/expires/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs66 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/known/" + i4,schemaPath:"#/oneOf/0/properties/known/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid10 = _errs56 === errors;
if(!valid10){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/known",schemaPath:"#/oneOf/0/properties/known/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs54 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.gate !== undefined){
let data34 = data.gate;
const _errs68 = errors;
if(errors === _errs68){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
let missing6;
if(((data34.edition === undefined) && (missing6 = "edition")) || ((data34.adapter === undefined) && (missing6 = "adapter"))){
validate20.errors = [{instancePath:instancePath+"/gate",schemaPath:"#/oneOf/0/properties/gate/required",keyword:"required",params:{missingProperty: missing6},message:"must have required property '"+missing6+"'"}];
return false;
}
else {
if(data34.edition !== undefined){
let data35 = data34.edition;
const _errs70 = errors;
if(!((typeof data35 == "number") && (isFinite(data35)))){
validate20.errors = [{instancePath:instancePath+"/gate/edition",schemaPath:"#/oneOf/0/properties/gate/properties/edition/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid12 = _errs70 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data34.adapter !== undefined){
let data36 = data34.adapter;
const _errs72 = errors;
if(errors === _errs72){
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
let missing7;
if(((((((data36.name === undefined) && (missing7 = "name")) || ((data36.version === undefined) && (missing7 = "version"))) || ((data36.language === undefined) && (missing7 = "language"))) || ((data36.clock === undefined) && (missing7 = "clock"))) || ((data36.methods === undefined) && (missing7 = "methods"))) || ((data36.command === undefined) && (missing7 = "command"))){
validate20.errors = [{instancePath:instancePath+"/gate/adapter",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/required",keyword:"required",params:{missingProperty: missing7},message:"must have required property '"+missing7+"'"}];
return false;
}
else {
if(data36.name !== undefined){
const _errs74 = errors;
if(typeof data36.name !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/name",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid13 = _errs74 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data36.version !== undefined){
const _errs76 = errors;
if(typeof data36.version !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/version",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid13 = _errs76 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data36.language !== undefined){
const _errs78 = errors;
if(typeof data36.language !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/language",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/language/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid13 = _errs78 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data36.clock !== undefined){
let data40 = data36.clock;
const _errs80 = errors;
if(!((data40 === "injected") || (data40 === "system"))){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/clock",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/clock/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[0].properties.gate.properties.adapter.properties.clock.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid13 = _errs80 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data36.methods !== undefined){
let data41 = data36.methods;
const _errs81 = errors;
if(errors === _errs81){
if(Array.isArray(data41)){
var valid14 = true;
const len5 = data41.length;
for(let i5=0; i5<len5; i5++){
const _errs83 = errors;
if(typeof data41[i5] !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/methods/" + i5,schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/methods/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid14 = _errs83 === errors;
if(!valid14){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/gate/adapter/methods",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/methods/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid13 = _errs81 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data36.command !== undefined){
let data43 = data36.command;
const _errs85 = errors;
if(errors === _errs85){
if(Array.isArray(data43)){
var valid15 = true;
const len6 = data43.length;
for(let i6=0; i6<len6; i6++){
const _errs87 = errors;
if(typeof data43[i6] !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/command/" + i6,schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid15 = _errs87 === errors;
if(!valid15){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/gate/adapter/command",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid13 = _errs85 === errors;
}
else {
var valid13 = true;
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/gate/adapter",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid12 = _errs72 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data34.only !== undefined){
const _errs89 = errors;
if(typeof data34.only !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/only",schemaPath:"#/oneOf/0/properties/gate/properties/only/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid12 = _errs89 === errors;
}
else {
var valid12 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/gate",schemaPath:"#/oneOf/0/properties/gate/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs68 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.type !== undefined){
const _errs91 = errors;
if(!(data.type === "run")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs91 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
var props0 = {};
props0.schema = true;
props0.run = true;
props0.at = true;
props0.seed = true;
props0.target = true;
props0.harness = true;
props0.node = true;
props0.settings = true;
props0.dialect = true;
props0.faults = true;
props0.merged = true;
props0.known = true;
props0.gate = true;
props0.type = true;
}
else if(tag0 === "scenario"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing8;
if((((((data.id === undefined) && (missing8 = "id")) || ((data.suite === undefined) && (missing8 = "suite"))) || ((data.title === undefined) && (missing8 = "title"))) || ((data.from === undefined) && (missing8 = "from"))) || ((data.type === undefined) && (missing8 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: missing8},message:"must have required property '"+missing8+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs93 = errors;
if(typeof data.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/id",schemaPath:"#/oneOf/1/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid17 = _errs93 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data.suite !== undefined){
const _errs95 = errors;
if(typeof data.suite !== "string"){
validate20.errors = [{instancePath:instancePath+"/suite",schemaPath:"#/oneOf/1/properties/suite/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid17 = _errs95 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data.title !== undefined){
const _errs97 = errors;
if(typeof data.title !== "string"){
validate20.errors = [{instancePath:instancePath+"/title",schemaPath:"#/oneOf/1/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid17 = _errs97 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data.from !== undefined){
let data50 = data.from;
const _errs99 = errors;
if(!((typeof data50 == "number") && (isFinite(data50)))){
validate20.errors = [{instancePath:instancePath+"/from",schemaPath:"#/oneOf/1/properties/from/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid17 = _errs99 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data.to !== undefined){
let data51 = data.to;
const _errs101 = errors;
if(!((typeof data51 == "number") && (isFinite(data51)))){
validate20.errors = [{instancePath:instancePath+"/to",schemaPath:"#/oneOf/1/properties/to/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid17 = _errs101 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data.outcome !== undefined){
let data52 = data.outcome;
const _errs103 = errors;
if(!(((data52 === "done") || (data52 === "skipped")) || (data52 === "failed"))){
validate20.errors = [{instancePath:instancePath+"/outcome",schemaPath:"#/oneOf/1/properties/outcome/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[1].properties.outcome.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid17 = _errs103 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data.reason !== undefined){
const _errs104 = errors;
if(typeof data.reason !== "string"){
validate20.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/oneOf/1/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid17 = _errs104 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data.setting !== undefined){
const _errs106 = errors;
if(typeof data.setting !== "string"){
validate20.errors = [{instancePath:instancePath+"/setting",schemaPath:"#/oneOf/1/properties/setting/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid17 = _errs106 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data.type !== undefined){
const _errs108 = errors;
if(!(data.type === "scenario")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid17 = _errs108 === errors;
}
else {
var valid17 = true;
}
}
}
}
}
}
}
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.id = true;
props0.suite = true;
props0.title = true;
props0.from = true;
props0.to = true;
props0.outcome = true;
props0.reason = true;
props0.setting = true;
props0.type = true;
}
}
else if(tag0 === "orders"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing9;
if(((data.orders === undefined) && (missing9 = "orders")) || ((data.type === undefined) && (missing9 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: missing9},message:"must have required property '"+missing9+"'"}];
return false;
}
else {
if(data.orders !== undefined){
let data56 = data.orders;
const _errs110 = errors;
if(errors === _errs110){
if(Array.isArray(data56)){
var valid20 = true;
const len7 = data56.length;
for(let i7=0; i7<len7; i7++){
const _errs112 = errors;
if(typeof data56[i7] !== "string"){
validate20.errors = [{instancePath:instancePath+"/orders/" + i7,schemaPath:"#/oneOf/2/properties/orders/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid20 = _errs112 === errors;
if(!valid20){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/orders",schemaPath:"#/oneOf/2/properties/orders/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid19 = _errs110 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data.type !== undefined){
const _errs114 = errors;
if(!(data.type === "orders")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid19 = _errs114 === errors;
}
else {
var valid19 = true;
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.orders = true;
props0.type = true;
}
}
else if(tag0 === "journey"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing10;
if((((((data.id === undefined) && (missing10 = "id")) || ((data.scenario === undefined) && (missing10 = "scenario"))) || ((data.order === undefined) && (missing10 = "order"))) || ((data.from === undefined) && (missing10 = "from"))) || ((data.type === undefined) && (missing10 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: missing10},message:"must have required property '"+missing10+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs116 = errors;
if(typeof data.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/id",schemaPath:"#/oneOf/3/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid22 = _errs116 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data.scenario !== undefined){
const _errs118 = errors;
if(typeof data.scenario !== "string"){
validate20.errors = [{instancePath:instancePath+"/scenario",schemaPath:"#/oneOf/3/properties/scenario/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid22 = _errs118 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data.order !== undefined){
const _errs120 = errors;
if(typeof data.order !== "string"){
validate20.errors = [{instancePath:instancePath+"/order",schemaPath:"#/oneOf/3/properties/order/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid22 = _errs120 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data.from !== undefined){
let data62 = data.from;
const _errs122 = errors;
if(!((typeof data62 == "number") && (isFinite(data62)))){
validate20.errors = [{instancePath:instancePath+"/from",schemaPath:"#/oneOf/3/properties/from/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid22 = _errs122 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data.to !== undefined){
let data63 = data.to;
const _errs124 = errors;
if(!((typeof data63 == "number") && (isFinite(data63)))){
validate20.errors = [{instancePath:instancePath+"/to",schemaPath:"#/oneOf/3/properties/to/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid22 = _errs124 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data.alone !== undefined){
let data64 = data.alone;
const _errs126 = errors;
if(!((typeof data64 == "number") && (isFinite(data64)))){
validate20.errors = [{instancePath:instancePath+"/alone",schemaPath:"#/oneOf/3/properties/alone/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid22 = _errs126 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data.diagnoses !== undefined){
const _errs128 = errors;
if(typeof data.diagnoses !== "string"){
validate20.errors = [{instancePath:instancePath+"/diagnoses",schemaPath:"#/oneOf/3/properties/diagnoses/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid22 = _errs128 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data.type !== undefined){
const _errs130 = errors;
if(!(data.type === "journey")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/3/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[3].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid22 = _errs130 === errors;
}
else {
var valid22 = true;
}
}
}
}
}
}
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.id = true;
props0.scenario = true;
props0.order = true;
props0.from = true;
props0.to = true;
props0.alone = true;
props0.diagnoses = true;
props0.type = true;
}
}
else if(tag0 === "step"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing11;
if((((((data.journey === undefined) && (missing11 = "journey")) || ((data.event === undefined) && (missing11 = "event"))) || ((data.exchange === undefined) && (missing11 = "exchange"))) || ((data.at === undefined) && (missing11 = "at"))) || ((data.type === undefined) && (missing11 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty: missing11},message:"must have required property '"+missing11+"'"}];
return false;
}
else {
if(data.journey !== undefined){
const _errs132 = errors;
if(typeof data.journey !== "string"){
validate20.errors = [{instancePath:instancePath+"/journey",schemaPath:"#/oneOf/4/properties/journey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid24 = _errs132 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data.event !== undefined){
let data68 = data.event;
const _errs134 = errors;
if(!((((((data68 === "deposit_detected") || (data68 === "deposit_confirmed")) || (data68 === "disburse")) || (data68 === "wrong_chain")) || (data68 === "expire")) || (data68 === "fail"))){
validate20.errors = [{instancePath:instancePath+"/event",schemaPath:"#/oneOf/4/properties/event/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[4].properties.event.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid24 = _errs134 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data.exchange !== undefined){
const _errs135 = errors;
if(typeof data.exchange !== "string"){
validate20.errors = [{instancePath:instancePath+"/exchange",schemaPath:"#/oneOf/4/properties/exchange/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid24 = _errs135 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data.at !== undefined){
let data70 = data.at;
const _errs137 = errors;
if(!((typeof data70 == "number") && (isFinite(data70)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/4/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid24 = _errs137 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data.receivedAmount !== undefined){
const _errs139 = errors;
if(typeof data.receivedAmount !== "string"){
validate20.errors = [{instancePath:instancePath+"/receivedAmount",schemaPath:"#/oneOf/4/properties/receivedAmount/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid24 = _errs139 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data.receivedNetwork !== undefined){
const _errs141 = errors;
if(typeof data.receivedNetwork !== "string"){
validate20.errors = [{instancePath:instancePath+"/receivedNetwork",schemaPath:"#/oneOf/4/properties/receivedNetwork/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid24 = _errs141 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data.type !== undefined){
const _errs143 = errors;
if(!(data.type === "step")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/4/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[4].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid24 = _errs143 === errors;
}
else {
var valid24 = true;
}
}
}
}
}
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.journey = true;
props0.event = true;
props0.exchange = true;
props0.at = true;
props0.receivedAmount = true;
props0.receivedNetwork = true;
props0.type = true;
}
}
else if(tag0 === "exchange"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing12;
if(((((((data.id === undefined) && (missing12 = "id")) || ((data.attempt === undefined) && (missing12 = "attempt"))) || ((data.sentAt === undefined) && (missing12 = "sentAt"))) || ((data.endedAt === undefined) && (missing12 = "endedAt"))) || ((data.request === undefined) && (missing12 = "request"))) || ((data.type === undefined) && (missing12 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty: missing12},message:"must have required property '"+missing12+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs145 = errors;
if(typeof data.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/id",schemaPath:"#/oneOf/5/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs145 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.scenario !== undefined){
const _errs147 = errors;
if(typeof data.scenario !== "string"){
validate20.errors = [{instancePath:instancePath+"/scenario",schemaPath:"#/oneOf/5/properties/scenario/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs147 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.journey !== undefined){
const _errs149 = errors;
if(typeof data.journey !== "string"){
validate20.errors = [{instancePath:instancePath+"/journey",schemaPath:"#/oneOf/5/properties/journey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs149 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.operation !== undefined){
const _errs151 = errors;
if(typeof data.operation !== "string"){
validate20.errors = [{instancePath:instancePath+"/operation",schemaPath:"#/oneOf/5/properties/operation/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs151 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.condition !== undefined){
const _errs153 = errors;
if(typeof data.condition !== "string"){
validate20.errors = [{instancePath:instancePath+"/condition",schemaPath:"#/oneOf/5/properties/condition/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs153 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.attempt !== undefined){
let data79 = data.attempt;
const _errs155 = errors;
if(!((typeof data79 == "number") && (isFinite(data79)))){
validate20.errors = [{instancePath:instancePath+"/attempt",schemaPath:"#/oneOf/5/properties/attempt/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid26 = _errs155 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.sentAt !== undefined){
let data80 = data.sentAt;
const _errs157 = errors;
if(!((typeof data80 == "number") && (isFinite(data80)))){
validate20.errors = [{instancePath:instancePath+"/sentAt",schemaPath:"#/oneOf/5/properties/sentAt/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid26 = _errs157 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.endedAt !== undefined){
let data81 = data.endedAt;
const _errs159 = errors;
if(!((typeof data81 == "number") && (isFinite(data81)))){
validate20.errors = [{instancePath:instancePath+"/endedAt",schemaPath:"#/oneOf/5/properties/endedAt/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid26 = _errs159 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.request !== undefined){
let data82 = data.request;
const _errs161 = errors;
if(errors === _errs161){
if(data82 && typeof data82 == "object" && !Array.isArray(data82)){
let missing13;
if((((data82.method === undefined) && (missing13 = "method")) || ((data82.url === undefined) && (missing13 = "url"))) || ((data82.headers === undefined) && (missing13 = "headers"))){
validate20.errors = [{instancePath:instancePath+"/request",schemaPath:"#/oneOf/5/properties/request/required",keyword:"required",params:{missingProperty: missing13},message:"must have required property '"+missing13+"'"}];
return false;
}
else {
if(data82.method !== undefined){
const _errs163 = errors;
if(typeof data82.method !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/method",schemaPath:"#/oneOf/5/properties/request/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid27 = _errs163 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data82.url !== undefined){
const _errs165 = errors;
if(typeof data82.url !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/url",schemaPath:"#/oneOf/5/properties/request/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid27 = _errs165 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data82.headers !== undefined){
let data85 = data82.headers;
const _errs167 = errors;
if(errors === _errs167){
if(Array.isArray(data85)){
var valid28 = true;
const len8 = data85.length;
for(let i8=0; i8<len8; i8++){
let data86 = data85[i8];
const _errs169 = errors;
if(errors === _errs169){
if(Array.isArray(data86)){
if(data86.length > 2){
validate20.errors = [{instancePath:instancePath+"/request/headers/" + i8,schemaPath:"#/oneOf/5/properties/request/properties/headers/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"}];
return false;
}
else {
if(data86.length < 2){
validate20.errors = [{instancePath:instancePath+"/request/headers/" + i8,schemaPath:"#/oneOf/5/properties/request/properties/headers/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"}];
return false;
}
else {
var valid29 = true;
const len9 = data86.length;
for(let i9=0; i9<len9; i9++){
const _errs171 = errors;
if(typeof data86[i9] !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/headers/" + i8+"/" + i9,schemaPath:"#/oneOf/5/properties/request/properties/headers/items/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid29 = _errs171 === errors;
if(!valid29){
break;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/request/headers/" + i8,schemaPath:"#/oneOf/5/properties/request/properties/headers/items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid28 = _errs169 === errors;
if(!valid28){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/request/headers",schemaPath:"#/oneOf/5/properties/request/properties/headers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid27 = _errs167 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data82.body !== undefined){
let data88 = data82.body;
const _errs173 = errors;
if(errors === _errs173){
if(data88 && typeof data88 == "object" && !Array.isArray(data88)){
let missing14;
if(((data88.size === undefined) && (missing14 = "size")) || ((data88.sha256 === undefined) && (missing14 = "sha256"))){
validate20.errors = [{instancePath:instancePath+"/request/body",schemaPath:"#/oneOf/5/properties/request/properties/body/required",keyword:"required",params:{missingProperty: missing14},message:"must have required property '"+missing14+"'"}];
return false;
}
else {
if(data88.size !== undefined){
let data89 = data88.size;
const _errs175 = errors;
if(!((typeof data89 == "number") && (isFinite(data89)))){
validate20.errors = [{instancePath:instancePath+"/request/body/size",schemaPath:"#/oneOf/5/properties/request/properties/body/properties/size/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid30 = _errs175 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data88.sha256 !== undefined){
const _errs177 = errors;
if(typeof data88.sha256 !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/body/sha256",schemaPath:"#/oneOf/5/properties/request/properties/body/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid30 = _errs177 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data88.text !== undefined){
const _errs179 = errors;
if(typeof data88.text !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/body/text",schemaPath:"#/oneOf/5/properties/request/properties/body/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid30 = _errs179 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data88.base64 !== undefined){
let data92 = data88.base64;
const _errs181 = errors;
if(errors === _errs181){
if(typeof data92 === "string"){
if(!pattern7.test(data92)){
validate20.errors = [{instancePath:instancePath+"/request/body/base64",schemaPath:"#/oneOf/5/properties/request/properties/body/properties/base64/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9+/]*={0,2}$"},message:"must match pattern \""+"^[A-Za-z0-9+/]*={0,2}$"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/request/body/base64",schemaPath:"#/oneOf/5/properties/request/properties/body/properties/base64/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid30 = _errs181 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data88.decoded !== undefined){
const _errs183 = errors;
if(typeof data88.decoded !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/body/decoded",schemaPath:"#/oneOf/5/properties/request/properties/body/properties/decoded/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid30 = _errs183 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data88.altered !== undefined){
const _errs185 = errors;
if(!(data88.altered === true)){
validate20.errors = [{instancePath:instancePath+"/request/body/altered",schemaPath:"#/oneOf/5/properties/request/properties/body/properties/altered/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[5].properties.request.properties.body.properties.altered.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid30 = _errs185 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data88.cut !== undefined){
let data95 = data88.cut;
const _errs186 = errors;
if(!((typeof data95 == "number") && (isFinite(data95)))){
validate20.errors = [{instancePath:instancePath+"/request/body/cut",schemaPath:"#/oneOf/5/properties/request/properties/body/properties/cut/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid30 = _errs186 === errors;
}
else {
var valid30 = true;
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/request/body",schemaPath:"#/oneOf/5/properties/request/properties/body/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid27 = _errs173 === errors;
}
else {
var valid27 = true;
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/request",schemaPath:"#/oneOf/5/properties/request/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid26 = _errs161 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.response !== undefined){
let data96 = data.response;
const _errs188 = errors;
if(errors === _errs188){
if(data96 && typeof data96 == "object" && !Array.isArray(data96)){
let missing15;
if((((data96.status === undefined) && (missing15 = "status")) || ((data96.headers === undefined) && (missing15 = "headers"))) || ((data96.body === undefined) && (missing15 = "body"))){
validate20.errors = [{instancePath:instancePath+"/response",schemaPath:"#/oneOf/5/properties/response/required",keyword:"required",params:{missingProperty: missing15},message:"must have required property '"+missing15+"'"}];
return false;
}
else {
if(data96.status !== undefined){
let data97 = data96.status;
const _errs190 = errors;
if(!((typeof data97 == "number") && (isFinite(data97)))){
validate20.errors = [{instancePath:instancePath+"/response/status",schemaPath:"#/oneOf/5/properties/response/properties/status/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid31 = _errs190 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data96.headers !== undefined){
let data98 = data96.headers;
const _errs192 = errors;
if(errors === _errs192){
if(Array.isArray(data98)){
var valid32 = true;
const len10 = data98.length;
for(let i10=0; i10<len10; i10++){
let data99 = data98[i10];
const _errs194 = errors;
if(errors === _errs194){
if(Array.isArray(data99)){
if(data99.length > 2){
validate20.errors = [{instancePath:instancePath+"/response/headers/" + i10,schemaPath:"#/oneOf/5/properties/response/properties/headers/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"}];
return false;
}
else {
if(data99.length < 2){
validate20.errors = [{instancePath:instancePath+"/response/headers/" + i10,schemaPath:"#/oneOf/5/properties/response/properties/headers/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"}];
return false;
}
else {
var valid33 = true;
const len11 = data99.length;
for(let i11=0; i11<len11; i11++){
const _errs196 = errors;
if(typeof data99[i11] !== "string"){
validate20.errors = [{instancePath:instancePath+"/response/headers/" + i10+"/" + i11,schemaPath:"#/oneOf/5/properties/response/properties/headers/items/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid33 = _errs196 === errors;
if(!valid33){
break;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/response/headers/" + i10,schemaPath:"#/oneOf/5/properties/response/properties/headers/items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid32 = _errs194 === errors;
if(!valid32){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/response/headers",schemaPath:"#/oneOf/5/properties/response/properties/headers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid31 = _errs192 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data96.body !== undefined){
let data101 = data96.body;
const _errs198 = errors;
if(errors === _errs198){
if(data101 && typeof data101 == "object" && !Array.isArray(data101)){
let missing16;
if(((data101.size === undefined) && (missing16 = "size")) || ((data101.sha256 === undefined) && (missing16 = "sha256"))){
validate20.errors = [{instancePath:instancePath+"/response/body",schemaPath:"#/oneOf/5/properties/response/properties/body/required",keyword:"required",params:{missingProperty: missing16},message:"must have required property '"+missing16+"'"}];
return false;
}
else {
if(data101.size !== undefined){
let data102 = data101.size;
const _errs200 = errors;
if(!((typeof data102 == "number") && (isFinite(data102)))){
validate20.errors = [{instancePath:instancePath+"/response/body/size",schemaPath:"#/oneOf/5/properties/response/properties/body/properties/size/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid34 = _errs200 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data101.sha256 !== undefined){
const _errs202 = errors;
if(typeof data101.sha256 !== "string"){
validate20.errors = [{instancePath:instancePath+"/response/body/sha256",schemaPath:"#/oneOf/5/properties/response/properties/body/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs202 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data101.text !== undefined){
const _errs204 = errors;
if(typeof data101.text !== "string"){
validate20.errors = [{instancePath:instancePath+"/response/body/text",schemaPath:"#/oneOf/5/properties/response/properties/body/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs204 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data101.base64 !== undefined){
let data105 = data101.base64;
const _errs206 = errors;
if(errors === _errs206){
if(typeof data105 === "string"){
if(!pattern7.test(data105)){
validate20.errors = [{instancePath:instancePath+"/response/body/base64",schemaPath:"#/oneOf/5/properties/response/properties/body/properties/base64/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9+/]*={0,2}$"},message:"must match pattern \""+"^[A-Za-z0-9+/]*={0,2}$"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/response/body/base64",schemaPath:"#/oneOf/5/properties/response/properties/body/properties/base64/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid34 = _errs206 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data101.decoded !== undefined){
const _errs208 = errors;
if(typeof data101.decoded !== "string"){
validate20.errors = [{instancePath:instancePath+"/response/body/decoded",schemaPath:"#/oneOf/5/properties/response/properties/body/properties/decoded/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs208 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data101.altered !== undefined){
const _errs210 = errors;
if(!(data101.altered === true)){
validate20.errors = [{instancePath:instancePath+"/response/body/altered",schemaPath:"#/oneOf/5/properties/response/properties/body/properties/altered/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[5].properties.response.properties.body.properties.altered.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid34 = _errs210 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data101.cut !== undefined){
let data108 = data101.cut;
const _errs211 = errors;
if(!((typeof data108 == "number") && (isFinite(data108)))){
validate20.errors = [{instancePath:instancePath+"/response/body/cut",schemaPath:"#/oneOf/5/properties/response/properties/body/properties/cut/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid34 = _errs211 === errors;
}
else {
var valid34 = true;
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/response/body",schemaPath:"#/oneOf/5/properties/response/properties/body/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid31 = _errs198 === errors;
}
else {
var valid31 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/response",schemaPath:"#/oneOf/5/properties/response/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid26 = _errs188 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.failure !== undefined){
let data109 = data.failure;
const _errs213 = errors;
if(errors === _errs213){
if(data109 && typeof data109 == "object" && !Array.isArray(data109)){
let missing17;
if(((data109.kind === undefined) && (missing17 = "kind")) || ((data109.message === undefined) && (missing17 = "message"))){
validate20.errors = [{instancePath:instancePath+"/failure",schemaPath:"#/oneOf/5/properties/failure/required",keyword:"required",params:{missingProperty: missing17},message:"must have required property '"+missing17+"'"}];
return false;
}
else {
if(data109.kind !== undefined){
let data110 = data109.kind;
const _errs215 = errors;
if(!((((((data110 === "unreachable") || (data110 === "dropped")) || (data110 === "timeout")) || (data110 === "cut")) || (data110 === "aborted")) || (data110 === "not-http"))){
validate20.errors = [{instancePath:instancePath+"/failure/kind",schemaPath:"#/oneOf/5/properties/failure/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[5].properties.failure.properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid35 = _errs215 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data109.code !== undefined){
const _errs216 = errors;
if(typeof data109.code !== "string"){
validate20.errors = [{instancePath:instancePath+"/failure/code",schemaPath:"#/oneOf/5/properties/failure/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid35 = _errs216 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data109.message !== undefined){
const _errs218 = errors;
if(typeof data109.message !== "string"){
validate20.errors = [{instancePath:instancePath+"/failure/message",schemaPath:"#/oneOf/5/properties/failure/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid35 = _errs218 === errors;
}
else {
var valid35 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/failure",schemaPath:"#/oneOf/5/properties/failure/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid26 = _errs213 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.leaked !== undefined){
let data113 = data.leaked;
const _errs220 = errors;
if(errors === _errs220){
if(Array.isArray(data113)){
var valid36 = true;
const len12 = data113.length;
for(let i12=0; i12<len12; i12++){
const _errs222 = errors;
if(typeof data113[i12] !== "string"){
validate20.errors = [{instancePath:instancePath+"/leaked/" + i12,schemaPath:"#/oneOf/5/properties/leaked/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid36 = _errs222 === errors;
if(!valid36){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/leaked",schemaPath:"#/oneOf/5/properties/leaked/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid26 = _errs220 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.type !== undefined){
const _errs224 = errors;
if(!(data.type === "exchange")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/5/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[5].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid26 = _errs224 === errors;
}
else {
var valid26 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.id = true;
props0.scenario = true;
props0.journey = true;
props0.operation = true;
props0.condition = true;
props0.attempt = true;
props0.sentAt = true;
props0.endedAt = true;
props0.request = true;
props0.response = true;
props0.failure = true;
props0.leaked = true;
props0.type = true;
}
}
else if(tag0 === "delivery"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing18;
if(((((((((((((data.id === undefined) && (missing18 = "id")) || ((data.at === undefined) && (missing18 = "at"))) || ((data.method === undefined) && (missing18 = "method"))) || ((data.path === undefined) && (missing18 = "path"))) || ((data.headers === undefined) && (missing18 = "headers"))) || ((data.body === undefined) && (missing18 = "body"))) || ((data.complete === undefined) && (missing18 = "complete"))) || ((data.ours === undefined) && (missing18 = "ours"))) || ((data.answer === undefined) && (missing18 = "answer"))) || ((data.signatures === undefined) && (missing18 = "signatures"))) || ((data.connection === undefined) && (missing18 = "connection"))) || ((data.type === undefined) && (missing18 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/6/required",keyword:"required",params:{missingProperty: missing18},message:"must have required property '"+missing18+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs226 = errors;
if(typeof data.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/id",schemaPath:"#/oneOf/6/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid38 = _errs226 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.at !== undefined){
let data117 = data.at;
const _errs228 = errors;
if(!((typeof data117 == "number") && (isFinite(data117)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/6/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid38 = _errs228 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.method !== undefined){
const _errs230 = errors;
if(typeof data.method !== "string"){
validate20.errors = [{instancePath:instancePath+"/method",schemaPath:"#/oneOf/6/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid38 = _errs230 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.path !== undefined){
const _errs232 = errors;
if(typeof data.path !== "string"){
validate20.errors = [{instancePath:instancePath+"/path",schemaPath:"#/oneOf/6/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid38 = _errs232 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.headers !== undefined){
let data120 = data.headers;
const _errs234 = errors;
if(errors === _errs234){
if(Array.isArray(data120)){
var valid39 = true;
const len13 = data120.length;
for(let i13=0; i13<len13; i13++){
let data121 = data120[i13];
const _errs236 = errors;
if(errors === _errs236){
if(Array.isArray(data121)){
if(data121.length > 2){
validate20.errors = [{instancePath:instancePath+"/headers/" + i13,schemaPath:"#/oneOf/6/properties/headers/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"}];
return false;
}
else {
if(data121.length < 2){
validate20.errors = [{instancePath:instancePath+"/headers/" + i13,schemaPath:"#/oneOf/6/properties/headers/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"}];
return false;
}
else {
var valid40 = true;
const len14 = data121.length;
for(let i14=0; i14<len14; i14++){
const _errs238 = errors;
if(typeof data121[i14] !== "string"){
validate20.errors = [{instancePath:instancePath+"/headers/" + i13+"/" + i14,schemaPath:"#/oneOf/6/properties/headers/items/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid40 = _errs238 === errors;
if(!valid40){
break;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/headers/" + i13,schemaPath:"#/oneOf/6/properties/headers/items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid39 = _errs236 === errors;
if(!valid39){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/headers",schemaPath:"#/oneOf/6/properties/headers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid38 = _errs234 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.body !== undefined){
let data123 = data.body;
const _errs240 = errors;
if(errors === _errs240){
if(data123 && typeof data123 == "object" && !Array.isArray(data123)){
let missing19;
if(((data123.size === undefined) && (missing19 = "size")) || ((data123.sha256 === undefined) && (missing19 = "sha256"))){
validate20.errors = [{instancePath:instancePath+"/body",schemaPath:"#/oneOf/6/properties/body/required",keyword:"required",params:{missingProperty: missing19},message:"must have required property '"+missing19+"'"}];
return false;
}
else {
if(data123.size !== undefined){
let data124 = data123.size;
const _errs242 = errors;
if(!((typeof data124 == "number") && (isFinite(data124)))){
validate20.errors = [{instancePath:instancePath+"/body/size",schemaPath:"#/oneOf/6/properties/body/properties/size/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid41 = _errs242 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data123.sha256 !== undefined){
const _errs244 = errors;
if(typeof data123.sha256 !== "string"){
validate20.errors = [{instancePath:instancePath+"/body/sha256",schemaPath:"#/oneOf/6/properties/body/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid41 = _errs244 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data123.text !== undefined){
const _errs246 = errors;
if(typeof data123.text !== "string"){
validate20.errors = [{instancePath:instancePath+"/body/text",schemaPath:"#/oneOf/6/properties/body/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid41 = _errs246 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data123.base64 !== undefined){
let data127 = data123.base64;
const _errs248 = errors;
if(errors === _errs248){
if(typeof data127 === "string"){
if(!pattern7.test(data127)){
validate20.errors = [{instancePath:instancePath+"/body/base64",schemaPath:"#/oneOf/6/properties/body/properties/base64/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9+/]*={0,2}$"},message:"must match pattern \""+"^[A-Za-z0-9+/]*={0,2}$"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/body/base64",schemaPath:"#/oneOf/6/properties/body/properties/base64/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid41 = _errs248 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data123.decoded !== undefined){
const _errs250 = errors;
if(typeof data123.decoded !== "string"){
validate20.errors = [{instancePath:instancePath+"/body/decoded",schemaPath:"#/oneOf/6/properties/body/properties/decoded/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid41 = _errs250 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data123.altered !== undefined){
const _errs252 = errors;
if(!(data123.altered === true)){
validate20.errors = [{instancePath:instancePath+"/body/altered",schemaPath:"#/oneOf/6/properties/body/properties/altered/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[6].properties.body.properties.altered.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid41 = _errs252 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data123.cut !== undefined){
let data130 = data123.cut;
const _errs253 = errors;
if(!((typeof data130 == "number") && (isFinite(data130)))){
validate20.errors = [{instancePath:instancePath+"/body/cut",schemaPath:"#/oneOf/6/properties/body/properties/cut/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid41 = _errs253 === errors;
}
else {
var valid41 = true;
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/body",schemaPath:"#/oneOf/6/properties/body/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid38 = _errs240 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.complete !== undefined){
const _errs255 = errors;
if(typeof data.complete !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/complete",schemaPath:"#/oneOf/6/properties/complete/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid38 = _errs255 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.ours !== undefined){
const _errs257 = errors;
if(typeof data.ours !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/ours",schemaPath:"#/oneOf/6/properties/ours/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid38 = _errs257 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.answer !== undefined){
let data133 = data.answer;
const _errs259 = errors;
if(errors === _errs259){
if(data133 && typeof data133 == "object" && !Array.isArray(data133)){
let missing20;
if(((data133.kind === undefined) && (missing20 = "kind")) || ((data133.refused === undefined) && (missing20 = "refused"))){
validate20.errors = [{instancePath:instancePath+"/answer",schemaPath:"#/oneOf/6/properties/answer/required",keyword:"required",params:{missingProperty: missing20},message:"must have required property '"+missing20+"'"}];
return false;
}
else {
if(data133.kind !== undefined){
let data134 = data133.kind;
const _errs261 = errors;
if(!(((data134 === "status") || (data134 === "slow")) || (data134 === "drop"))){
validate20.errors = [{instancePath:instancePath+"/answer/kind",schemaPath:"#/oneOf/6/properties/answer/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[6].properties.answer.properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid42 = _errs261 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data133.status !== undefined){
let data135 = data133.status;
const _errs262 = errors;
if(!((typeof data135 == "number") && (isFinite(data135)))){
validate20.errors = [{instancePath:instancePath+"/answer/status",schemaPath:"#/oneOf/6/properties/answer/properties/status/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid42 = _errs262 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data133.refused !== undefined){
const _errs264 = errors;
if(typeof data133.refused !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/answer/refused",schemaPath:"#/oneOf/6/properties/answer/properties/refused/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid42 = _errs264 === errors;
}
else {
var valid42 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/answer",schemaPath:"#/oneOf/6/properties/answer/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid38 = _errs259 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.signatures !== undefined){
let data137 = data.signatures;
const _errs266 = errors;
if(errors === _errs266){
if(Array.isArray(data137)){
var valid43 = true;
const len15 = data137.length;
for(let i15=0; i15<len15; i15++){
let data138 = data137[i15];
const _errs268 = errors;
if(errors === _errs268){
if(data138 && typeof data138 == "object" && !Array.isArray(data138)){
let missing21;
if((((((((data138.header === undefined) && (missing21 = "header")) || ((data138.t === undefined) && (missing21 = "t"))) || ((data138.v1 === undefined) && (missing21 = "v1"))) || ((data138.wellFormed === undefined) && (missing21 = "wellFormed"))) || ((data138.others === undefined) && (missing21 = "others"))) || ((data138.malformed === undefined) && (missing21 = "malformed"))) || ((data138.slots === undefined) && (missing21 = "slots"))){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15,schemaPath:"#/oneOf/6/properties/signatures/items/required",keyword:"required",params:{missingProperty: missing21},message:"must have required property '"+missing21+"'"}];
return false;
}
else {
if(data138.header !== undefined){
const _errs270 = errors;
if(typeof data138.header !== "string"){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15+"/header",schemaPath:"#/oneOf/6/properties/signatures/items/properties/header/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid44 = _errs270 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data138.t !== undefined){
let data140 = data138.t;
const _errs272 = errors;
if(errors === _errs272){
if(Array.isArray(data140)){
var valid45 = true;
const len16 = data140.length;
for(let i16=0; i16<len16; i16++){
const _errs274 = errors;
if(typeof data140[i16] !== "string"){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15+"/t/" + i16,schemaPath:"#/oneOf/6/properties/signatures/items/properties/t/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid45 = _errs274 === errors;
if(!valid45){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15+"/t",schemaPath:"#/oneOf/6/properties/signatures/items/properties/t/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid44 = _errs272 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data138.v1 !== undefined){
let data142 = data138.v1;
const _errs276 = errors;
if(!((typeof data142 == "number") && (isFinite(data142)))){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15+"/v1",schemaPath:"#/oneOf/6/properties/signatures/items/properties/v1/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid44 = _errs276 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data138.wellFormed !== undefined){
let data143 = data138.wellFormed;
const _errs278 = errors;
if(!((typeof data143 == "number") && (isFinite(data143)))){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15+"/wellFormed",schemaPath:"#/oneOf/6/properties/signatures/items/properties/wellFormed/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid44 = _errs278 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data138.others !== undefined){
let data144 = data138.others;
const _errs280 = errors;
if(errors === _errs280){
if(Array.isArray(data144)){
var valid46 = true;
const len17 = data144.length;
for(let i17=0; i17<len17; i17++){
const _errs282 = errors;
if(typeof data144[i17] !== "string"){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15+"/others/" + i17,schemaPath:"#/oneOf/6/properties/signatures/items/properties/others/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid46 = _errs282 === errors;
if(!valid46){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15+"/others",schemaPath:"#/oneOf/6/properties/signatures/items/properties/others/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid44 = _errs280 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data138.malformed !== undefined){
let data146 = data138.malformed;
const _errs284 = errors;
if(!((typeof data146 == "number") && (isFinite(data146)))){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15+"/malformed",schemaPath:"#/oneOf/6/properties/signatures/items/properties/malformed/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid44 = _errs284 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data138.slots !== undefined){
let data147 = data138.slots;
const _errs286 = errors;
if(errors === _errs286){
if(Array.isArray(data147)){
var valid47 = true;
const len18 = data147.length;
for(let i18=0; i18<len18; i18++){
let data148 = data147[i18];
const _errs288 = errors;
if(!((typeof data148 == "number") && (isFinite(data148)))){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15+"/slots/" + i18,schemaPath:"#/oneOf/6/properties/signatures/items/properties/slots/items/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid47 = _errs288 === errors;
if(!valid47){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15+"/slots",schemaPath:"#/oneOf/6/properties/signatures/items/properties/slots/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid44 = _errs286 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data138.nearMiss !== undefined){
let data149 = data138.nearMiss;
const _errs290 = errors;
if(!(((((((((((((data149 === "reserialised-body") || (data149 === "trimmed-body")) || (data149 === "body-only")) || (data149 === "no-dot")) || (data149 === "uppercase-hex")) || (data149 === "base64")) || (data149 === "sha1")) || (data149 === "sha512")) || (data149 === "other-t")) || (data149 === "decoded-secret")) || (data149 === "truncated")) || (data149 === "plain-sha256")) || (data149 === "other-separator"))){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15+"/nearMiss",schemaPath:"#/oneOf/6/properties/signatures/items/properties/nearMiss/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[6].properties.signatures.items.properties.nearMiss.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid44 = _errs290 === errors;
}
else {
var valid44 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/signatures/" + i15,schemaPath:"#/oneOf/6/properties/signatures/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid43 = _errs268 === errors;
if(!valid43){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/signatures",schemaPath:"#/oneOf/6/properties/signatures/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid38 = _errs266 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.leaked !== undefined){
let data150 = data.leaked;
const _errs291 = errors;
if(errors === _errs291){
if(Array.isArray(data150)){
var valid48 = true;
const len19 = data150.length;
for(let i19=0; i19<len19; i19++){
const _errs293 = errors;
if(typeof data150[i19] !== "string"){
validate20.errors = [{instancePath:instancePath+"/leaked/" + i19,schemaPath:"#/oneOf/6/properties/leaked/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid48 = _errs293 === errors;
if(!valid48){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/leaked",schemaPath:"#/oneOf/6/properties/leaked/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid38 = _errs291 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.connection !== undefined){
let data152 = data.connection;
const _errs295 = errors;
if(!((typeof data152 == "number") && (isFinite(data152)))){
validate20.errors = [{instancePath:instancePath+"/connection",schemaPath:"#/oneOf/6/properties/connection/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid38 = _errs295 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data.type !== undefined){
const _errs297 = errors;
if(!(data.type === "delivery")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/6/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[6].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid38 = _errs297 === errors;
}
else {
var valid38 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.id = true;
props0.at = true;
props0.method = true;
props0.path = true;
props0.headers = true;
props0.body = true;
props0.complete = true;
props0.ours = true;
props0.answer = true;
props0.signatures = true;
props0.leaked = true;
props0.connection = true;
props0.type = true;
}
}
else if(tag0 === "wait"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing22;
if(((((((((data.journey === undefined) && (missing22 = "journey")) || ((data.kind === undefined) && (missing22 = "kind"))) || ((data.since === undefined) && (missing22 = "since"))) || ((data.from === undefined) && (missing22 = "from"))) || ((data.to === undefined) && (missing22 = "to"))) || ((data.allowed === undefined) && (missing22 = "allowed"))) || ((data.outcome === undefined) && (missing22 = "outcome"))) || ((data.type === undefined) && (missing22 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/7/required",keyword:"required",params:{missingProperty: missing22},message:"must have required property '"+missing22+"'"}];
return false;
}
else {
if(data.journey !== undefined){
const _errs299 = errors;
if(typeof data.journey !== "string"){
validate20.errors = [{instancePath:instancePath+"/journey",schemaPath:"#/oneOf/7/properties/journey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid50 = _errs299 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data.kind !== undefined){
let data155 = data.kind;
const _errs301 = errors;
if(!(((data155 === "event") || (data155 === "redelivery")) || (data155 === "quiet"))){
validate20.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/oneOf/7/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[7].properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid50 = _errs301 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data.since !== undefined){
const _errs302 = errors;
if(typeof data.since !== "string"){
validate20.errors = [{instancePath:instancePath+"/since",schemaPath:"#/oneOf/7/properties/since/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid50 = _errs302 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data.from !== undefined){
let data157 = data.from;
const _errs304 = errors;
if(!((typeof data157 == "number") && (isFinite(data157)))){
validate20.errors = [{instancePath:instancePath+"/from",schemaPath:"#/oneOf/7/properties/from/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid50 = _errs304 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data.to !== undefined){
let data158 = data.to;
const _errs306 = errors;
if(!((typeof data158 == "number") && (isFinite(data158)))){
validate20.errors = [{instancePath:instancePath+"/to",schemaPath:"#/oneOf/7/properties/to/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid50 = _errs306 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data.allowed !== undefined){
let data159 = data.allowed;
const _errs308 = errors;
if(!((typeof data159 == "number") && (isFinite(data159)))){
validate20.errors = [{instancePath:instancePath+"/allowed",schemaPath:"#/oneOf/7/properties/allowed/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid50 = _errs308 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data.outcome !== undefined){
let data160 = data.outcome;
const _errs310 = errors;
if(!(((data160 === "came") || (data160 === "missed")) || (data160 === "abandoned"))){
validate20.errors = [{instancePath:instancePath+"/outcome",schemaPath:"#/oneOf/7/properties/outcome/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[7].properties.outcome.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid50 = _errs310 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data.type !== undefined){
const _errs311 = errors;
if(!(data.type === "wait")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/7/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[7].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid50 = _errs311 === errors;
}
else {
var valid50 = true;
}
}
}
}
}
}
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.journey = true;
props0.kind = true;
props0.since = true;
props0.from = true;
props0.to = true;
props0.allowed = true;
props0.outcome = true;
props0.type = true;
}
}
else if(tag0 === "trouble"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing23;
if((((((data.kind === undefined) && (missing23 = "kind")) || ((data.from === undefined) && (missing23 = "from"))) || ((data.to === undefined) && (missing23 = "to"))) || ((data.message === undefined) && (missing23 = "message"))) || ((data.type === undefined) && (missing23 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/8/required",keyword:"required",params:{missingProperty: missing23},message:"must have required property '"+missing23+"'"}];
return false;
}
else {
if(data.kind !== undefined){
let data162 = data.kind;
const _errs313 = errors;
if(!(((((data162 === "target-unreachable") || (data162 === "stall")) || (data162 === "clock")) || (data162 === "tunnel-down")) || (data162 === "receiver-limit"))){
validate20.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/oneOf/8/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[8].properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid52 = _errs313 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data.from !== undefined){
let data163 = data.from;
const _errs314 = errors;
if(!((typeof data163 == "number") && (isFinite(data163)))){
validate20.errors = [{instancePath:instancePath+"/from",schemaPath:"#/oneOf/8/properties/from/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid52 = _errs314 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data.to !== undefined){
let data164 = data.to;
const _errs316 = errors;
if(!((typeof data164 == "number") && (isFinite(data164)))){
validate20.errors = [{instancePath:instancePath+"/to",schemaPath:"#/oneOf/8/properties/to/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid52 = _errs316 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data.message !== undefined){
const _errs318 = errors;
if(typeof data.message !== "string"){
validate20.errors = [{instancePath:instancePath+"/message",schemaPath:"#/oneOf/8/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid52 = _errs318 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data.shard !== undefined){
const _errs320 = errors;
if(typeof data.shard !== "string"){
validate20.errors = [{instancePath:instancePath+"/shard",schemaPath:"#/oneOf/8/properties/shard/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid52 = _errs320 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data.type !== undefined){
const _errs322 = errors;
if(!(data.type === "trouble")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/8/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[8].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid52 = _errs322 === errors;
}
else {
var valid52 = true;
}
}
}
}
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.kind = true;
props0.from = true;
props0.to = true;
props0.message = true;
props0.shard = true;
props0.type = true;
}
}
else if(tag0 === "tunnel"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing24;
if(((((((data.at === undefined) && (missing24 = "at")) || ((data.kind === undefined) && (missing24 = "kind"))) || ((data.name === undefined) && (missing24 = "name"))) || ((data.url === undefined) && (missing24 = "url"))) || ((data.headers === undefined) && (missing24 = "headers"))) || ((data.type === undefined) && (missing24 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/9/required",keyword:"required",params:{missingProperty: missing24},message:"must have required property '"+missing24+"'"}];
return false;
}
else {
if(data.at !== undefined){
let data168 = data.at;
const _errs324 = errors;
if(!((typeof data168 == "number") && (isFinite(data168)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/9/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid54 = _errs324 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data.kind !== undefined){
let data169 = data.kind;
const _errs326 = errors;
if(!((((data169 === "direct") || (data169 === "url")) || (data169 === "ssh")) || (data169 === "command"))){
validate20.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/oneOf/9/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[9].properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid54 = _errs326 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data.name !== undefined){
const _errs327 = errors;
if(typeof data.name !== "string"){
validate20.errors = [{instancePath:instancePath+"/name",schemaPath:"#/oneOf/9/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid54 = _errs327 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data.url !== undefined){
const _errs329 = errors;
if(typeof data.url !== "string"){
validate20.errors = [{instancePath:instancePath+"/url",schemaPath:"#/oneOf/9/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid54 = _errs329 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data.headers !== undefined){
let data172 = data.headers;
const _errs331 = errors;
if(errors === _errs331){
if(data172 && typeof data172 == "object" && !Array.isArray(data172)){
let missing25;
if((((data172.caseKept === undefined) && (missing25 = "caseKept")) || ((data172.linesKept === undefined) && (missing25 = "linesKept"))) || ((data172.added === undefined) && (missing25 = "added"))){
validate20.errors = [{instancePath:instancePath+"/headers",schemaPath:"#/oneOf/9/properties/headers/required",keyword:"required",params:{missingProperty: missing25},message:"must have required property '"+missing25+"'"}];
return false;
}
else {
if(data172.caseKept !== undefined){
const _errs333 = errors;
if(typeof data172.caseKept !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/headers/caseKept",schemaPath:"#/oneOf/9/properties/headers/properties/caseKept/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid55 = _errs333 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data172.linesKept !== undefined){
const _errs335 = errors;
if(typeof data172.linesKept !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/headers/linesKept",schemaPath:"#/oneOf/9/properties/headers/properties/linesKept/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid55 = _errs335 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data172.added !== undefined){
let data175 = data172.added;
const _errs337 = errors;
if(errors === _errs337){
if(Array.isArray(data175)){
var valid56 = true;
const len20 = data175.length;
for(let i20=0; i20<len20; i20++){
const _errs339 = errors;
if(typeof data175[i20] !== "string"){
validate20.errors = [{instancePath:instancePath+"/headers/added/" + i20,schemaPath:"#/oneOf/9/properties/headers/properties/added/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid56 = _errs339 === errors;
if(!valid56){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/headers/added",schemaPath:"#/oneOf/9/properties/headers/properties/added/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs337 === errors;
}
else {
var valid55 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/headers",schemaPath:"#/oneOf/9/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid54 = _errs331 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data.type !== undefined){
const _errs341 = errors;
if(!(data.type === "tunnel")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/9/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[9].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid54 = _errs341 === errors;
}
else {
var valid54 = true;
}
}
}
}
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.at = true;
props0.kind = true;
props0.name = true;
props0.url = true;
props0.headers = true;
props0.type = true;
}
}
else if(tag0 === "malformed"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing26;
if(((((data.at === undefined) && (missing26 = "at")) || ((data.code === undefined) && (missing26 = "code"))) || ((data.packet === undefined) && (missing26 = "packet"))) || ((data.type === undefined) && (missing26 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/10/required",keyword:"required",params:{missingProperty: missing26},message:"must have required property '"+missing26+"'"}];
return false;
}
else {
if(data.at !== undefined){
let data178 = data.at;
const _errs343 = errors;
if(!((typeof data178 == "number") && (isFinite(data178)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/10/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid58 = _errs343 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data.code !== undefined){
const _errs345 = errors;
if(typeof data.code !== "string"){
validate20.errors = [{instancePath:instancePath+"/code",schemaPath:"#/oneOf/10/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid58 = _errs345 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data.packet !== undefined){
let data180 = data.packet;
const _errs347 = errors;
if(errors === _errs347){
if(data180 && typeof data180 == "object" && !Array.isArray(data180)){
let missing27;
if(((data180.size === undefined) && (missing27 = "size")) || ((data180.sha256 === undefined) && (missing27 = "sha256"))){
validate20.errors = [{instancePath:instancePath+"/packet",schemaPath:"#/oneOf/10/properties/packet/required",keyword:"required",params:{missingProperty: missing27},message:"must have required property '"+missing27+"'"}];
return false;
}
else {
if(data180.size !== undefined){
let data181 = data180.size;
const _errs349 = errors;
if(!((typeof data181 == "number") && (isFinite(data181)))){
validate20.errors = [{instancePath:instancePath+"/packet/size",schemaPath:"#/oneOf/10/properties/packet/properties/size/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid59 = _errs349 === errors;
}
else {
var valid59 = true;
}
if(valid59){
if(data180.sha256 !== undefined){
const _errs351 = errors;
if(typeof data180.sha256 !== "string"){
validate20.errors = [{instancePath:instancePath+"/packet/sha256",schemaPath:"#/oneOf/10/properties/packet/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid59 = _errs351 === errors;
}
else {
var valid59 = true;
}
if(valid59){
if(data180.text !== undefined){
const _errs353 = errors;
if(typeof data180.text !== "string"){
validate20.errors = [{instancePath:instancePath+"/packet/text",schemaPath:"#/oneOf/10/properties/packet/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid59 = _errs353 === errors;
}
else {
var valid59 = true;
}
if(valid59){
if(data180.base64 !== undefined){
let data184 = data180.base64;
const _errs355 = errors;
if(errors === _errs355){
if(typeof data184 === "string"){
if(!pattern7.test(data184)){
validate20.errors = [{instancePath:instancePath+"/packet/base64",schemaPath:"#/oneOf/10/properties/packet/properties/base64/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9+/]*={0,2}$"},message:"must match pattern \""+"^[A-Za-z0-9+/]*={0,2}$"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/packet/base64",schemaPath:"#/oneOf/10/properties/packet/properties/base64/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid59 = _errs355 === errors;
}
else {
var valid59 = true;
}
if(valid59){
if(data180.decoded !== undefined){
const _errs357 = errors;
if(typeof data180.decoded !== "string"){
validate20.errors = [{instancePath:instancePath+"/packet/decoded",schemaPath:"#/oneOf/10/properties/packet/properties/decoded/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid59 = _errs357 === errors;
}
else {
var valid59 = true;
}
if(valid59){
if(data180.altered !== undefined){
const _errs359 = errors;
if(!(data180.altered === true)){
validate20.errors = [{instancePath:instancePath+"/packet/altered",schemaPath:"#/oneOf/10/properties/packet/properties/altered/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[10].properties.packet.properties.altered.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid59 = _errs359 === errors;
}
else {
var valid59 = true;
}
if(valid59){
if(data180.cut !== undefined){
let data187 = data180.cut;
const _errs360 = errors;
if(!((typeof data187 == "number") && (isFinite(data187)))){
validate20.errors = [{instancePath:instancePath+"/packet/cut",schemaPath:"#/oneOf/10/properties/packet/properties/cut/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid59 = _errs360 === errors;
}
else {
var valid59 = true;
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/packet",schemaPath:"#/oneOf/10/properties/packet/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid58 = _errs347 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data.type !== undefined){
const _errs362 = errors;
if(!(data.type === "malformed")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/10/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[10].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid58 = _errs362 === errors;
}
else {
var valid58 = true;
}
}
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.at = true;
props0.code = true;
props0.packet = true;
props0.type = true;
}
}
else if(tag0 === "case"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing28;
if((((((data.id === undefined) && (missing28 = "id")) || ((data.method === undefined) && (missing28 = "method"))) || ((data.passed === undefined) && (missing28 = "passed"))) || ((data.problems === undefined) && (missing28 = "problems"))) || ((data.type === undefined) && (missing28 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/11/required",keyword:"required",params:{missingProperty: missing28},message:"must have required property '"+missing28+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs364 = errors;
if(typeof data.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/id",schemaPath:"#/oneOf/11/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid61 = _errs364 === errors;
}
else {
var valid61 = true;
}
if(valid61){
if(data.method !== undefined){
const _errs366 = errors;
if(typeof data.method !== "string"){
validate20.errors = [{instancePath:instancePath+"/method",schemaPath:"#/oneOf/11/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid61 = _errs366 === errors;
}
else {
var valid61 = true;
}
if(valid61){
if(data.passed !== undefined){
let data191 = data.passed;
const _errs368 = errors;
if(errors === _errs368){
if(Array.isArray(data191)){
var valid62 = true;
const len21 = data191.length;
for(let i21=0; i21<len21; i21++){
const _errs370 = errors;
if(typeof data191[i21] !== "string"){
validate20.errors = [{instancePath:instancePath+"/passed/" + i21,schemaPath:"#/oneOf/11/properties/passed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid62 = _errs370 === errors;
if(!valid62){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/passed",schemaPath:"#/oneOf/11/properties/passed/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid61 = _errs368 === errors;
}
else {
var valid61 = true;
}
if(valid61){
if(data.problems !== undefined){
let data193 = data.problems;
const _errs372 = errors;
if(errors === _errs372){
if(Array.isArray(data193)){
var valid63 = true;
const len22 = data193.length;
for(let i22=0; i22<len22; i22++){
let data194 = data193[i22];
const _errs374 = errors;
if(errors === _errs374){
if(data194 && typeof data194 == "object" && !Array.isArray(data194)){
let missing29;
if(((((((data194.requirement === undefined) && (missing29 = "requirement")) || ((data194.severity === undefined) && (missing29 = "severity"))) || ((data194.cause === undefined) && (missing29 = "cause"))) || ((data194.message === undefined) && (missing29 = "message"))) || ((data194.expected === undefined) && (missing29 = "expected"))) || ((data194.received === undefined) && (missing29 = "received"))){
validate20.errors = [{instancePath:instancePath+"/problems/" + i22,schemaPath:"#/oneOf/11/properties/problems/items/required",keyword:"required",params:{missingProperty: missing29},message:"must have required property '"+missing29+"'"}];
return false;
}
else {
if(data194.requirement !== undefined){
const _errs376 = errors;
if(typeof data194.requirement !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/requirement",schemaPath:"#/oneOf/11/properties/problems/items/properties/requirement/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid64 = _errs376 === errors;
}
else {
var valid64 = true;
}
if(valid64){
if(data194.also !== undefined){
let data196 = data194.also;
const _errs378 = errors;
if(errors === _errs378){
if(Array.isArray(data196)){
var valid65 = true;
const len23 = data196.length;
for(let i23=0; i23<len23; i23++){
const _errs380 = errors;
if(typeof data196[i23] !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/also/" + i23,schemaPath:"#/oneOf/11/properties/problems/items/properties/also/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid65 = _errs380 === errors;
if(!valid65){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/also",schemaPath:"#/oneOf/11/properties/problems/items/properties/also/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid64 = _errs378 === errors;
}
else {
var valid64 = true;
}
if(valid64){
if(data194.severity !== undefined){
let data198 = data194.severity;
const _errs382 = errors;
if(!((data198 === "breach") || (data198 === "advice"))){
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/severity",schemaPath:"#/oneOf/11/properties/problems/items/properties/severity/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[11].properties.problems.items.properties.severity.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid64 = _errs382 === errors;
}
else {
var valid64 = true;
}
if(valid64){
if(data194.cause !== undefined){
const _errs383 = errors;
if(typeof data194.cause !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/cause",schemaPath:"#/oneOf/11/properties/problems/items/properties/cause/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid64 = _errs383 === errors;
}
else {
var valid64 = true;
}
if(valid64){
if(data194.message !== undefined){
const _errs385 = errors;
if(typeof data194.message !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/message",schemaPath:"#/oneOf/11/properties/problems/items/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid64 = _errs385 === errors;
}
else {
var valid64 = true;
}
if(valid64){
if(data194.expected !== undefined){
const _errs387 = errors;
if(typeof data194.expected !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/expected",schemaPath:"#/oneOf/11/properties/problems/items/properties/expected/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid64 = _errs387 === errors;
}
else {
var valid64 = true;
}
if(valid64){
if(data194.received !== undefined){
const _errs389 = errors;
if(typeof data194.received !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/received",schemaPath:"#/oneOf/11/properties/problems/items/properties/received/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid64 = _errs389 === errors;
}
else {
var valid64 = true;
}
if(valid64){
if(data194.likely !== undefined){
const _errs391 = errors;
if(typeof data194.likely !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/likely",schemaPath:"#/oneOf/11/properties/problems/items/properties/likely/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid64 = _errs391 === errors;
}
else {
var valid64 = true;
}
if(valid64){
if(data194.answered !== undefined){
const _errs393 = errors;
if(typeof data194.answered !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/answered",schemaPath:"#/oneOf/11/properties/problems/items/properties/answered/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid64 = _errs393 === errors;
}
else {
var valid64 = true;
}
if(valid64){
if(data194.explainedBy !== undefined){
let data205 = data194.explainedBy;
const _errs395 = errors;
if(errors === _errs395){
if(Array.isArray(data205)){
var valid66 = true;
const len24 = data205.length;
for(let i24=0; i24<len24; i24++){
let data206 = data205[i24];
const _errs397 = errors;
if(errors === _errs397){
if(Array.isArray(data206)){
var valid67 = true;
const len25 = data206.length;
for(let i25=0; i25<len25; i25++){
const _errs399 = errors;
if(typeof data206[i25] !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/explainedBy/" + i24+"/" + i25,schemaPath:"#/oneOf/11/properties/problems/items/properties/explainedBy/items/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid67 = _errs399 === errors;
if(!valid67){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/explainedBy/" + i24,schemaPath:"#/oneOf/11/properties/problems/items/properties/explainedBy/items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid66 = _errs397 === errors;
if(!valid66){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems/" + i22+"/explainedBy",schemaPath:"#/oneOf/11/properties/problems/items/properties/explainedBy/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid64 = _errs395 === errors;
}
else {
var valid64 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems/" + i22,schemaPath:"#/oneOf/11/properties/problems/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid63 = _errs374 === errors;
if(!valid63){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems",schemaPath:"#/oneOf/11/properties/problems/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid61 = _errs372 === errors;
}
else {
var valid61 = true;
}
if(valid61){
if(data.type !== undefined){
const _errs401 = errors;
if(!(data.type === "case")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/11/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[11].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid61 = _errs401 === errors;
}
else {
var valid61 = true;
}
}
}
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.id = true;
props0.method = true;
props0.passed = true;
props0.problems = true;
props0.type = true;
}
}
else if(tag0 === "end"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing30;
if((((data.at === undefined) && (missing30 = "at")) || ((data.reason === undefined) && (missing30 = "reason"))) || ((data.type === undefined) && (missing30 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/12/required",keyword:"required",params:{missingProperty: missing30},message:"must have required property '"+missing30+"'"}];
return false;
}
else {
if(data.at !== undefined){
let data209 = data.at;
const _errs403 = errors;
if(!((typeof data209 == "number") && (isFinite(data209)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/12/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid69 = _errs403 === errors;
}
else {
var valid69 = true;
}
if(valid69){
if(data.reason !== undefined){
let data210 = data.reason;
const _errs405 = errors;
if(!(((((data210 === "done") || (data210 === "interrupted")) || (data210 === "deadline")) || (data210 === "unreachable")) || (data210 === "broken"))){
validate20.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/oneOf/12/properties/reason/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[12].properties.reason.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid69 = _errs405 === errors;
}
else {
var valid69 = true;
}
if(valid69){
if(data.message !== undefined){
const _errs406 = errors;
if(typeof data.message !== "string"){
validate20.errors = [{instancePath:instancePath+"/message",schemaPath:"#/oneOf/12/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid69 = _errs406 === errors;
}
else {
var valid69 = true;
}
if(valid69){
if(data.code !== undefined){
const _errs408 = errors;
if(typeof data.code !== "string"){
validate20.errors = [{instancePath:instancePath+"/code",schemaPath:"#/oneOf/12/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid69 = _errs408 === errors;
}
else {
var valid69 = true;
}
if(valid69){
if(data.received !== undefined){
const _errs410 = errors;
if(typeof data.received !== "string"){
validate20.errors = [{instancePath:instancePath+"/received",schemaPath:"#/oneOf/12/properties/received/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid69 = _errs410 === errors;
}
else {
var valid69 = true;
}
if(valid69){
if(data.next !== undefined){
const _errs412 = errors;
if(typeof data.next !== "string"){
validate20.errors = [{instancePath:instancePath+"/next",schemaPath:"#/oneOf/12/properties/next/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid69 = _errs412 === errors;
}
else {
var valid69 = true;
}
if(valid69){
if(data.lines !== undefined){
let data215 = data.lines;
const _errs414 = errors;
if(!((typeof data215 == "number") && (isFinite(data215)))){
validate20.errors = [{instancePath:instancePath+"/lines",schemaPath:"#/oneOf/12/properties/lines/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid69 = _errs414 === errors;
}
else {
var valid69 = true;
}
if(valid69){
if(data.type !== undefined){
const _errs416 = errors;
if(!(data.type === "end")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/12/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[12].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid69 = _errs416 === errors;
}
else {
var valid69 = true;
}
}
}
}
}
}
}
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.at = true;
props0.reason = true;
props0.message = true;
props0.code = true;
props0.received = true;
props0.next = true;
props0.lines = true;
props0.type = true;
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},message:"value of tag \"type\" must be in oneOf"}];
return false;
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},message:"tag \"type\" must be string"}];
return false;
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate20.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate20.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const SavedDelivery = validate21;
const schema32 = {"type":"object","required":["savedDelivery","at","method","path","headers","body"],"properties":{"savedDelivery":{"enum":[1]},"at":{"type":"string"},"method":{"type":"string"},"path":{"type":"string"},"headers":{"type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}},"body":{"type":"string","pattern":"^[A-Za-z0-9+/]*={0,2}$"}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.savedDelivery === undefined) && (missing0 = "savedDelivery")) || ((data.at === undefined) && (missing0 = "at"))) || ((data.method === undefined) && (missing0 = "method"))) || ((data.path === undefined) && (missing0 = "path"))) || ((data.headers === undefined) && (missing0 = "headers"))) || ((data.body === undefined) && (missing0 = "body"))){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.savedDelivery !== undefined){
const _errs1 = errors;
if(!(data.savedDelivery === 1)){
validate21.errors = [{instancePath:instancePath+"/savedDelivery",schemaPath:"#/properties/savedDelivery/enum",keyword:"enum",params:{allowedValues: schema32.properties.savedDelivery.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs2 = errors;
if(typeof data.at !== "string"){
validate21.errors = [{instancePath:instancePath+"/at",schemaPath:"#/properties/at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.method !== undefined){
const _errs4 = errors;
if(typeof data.method !== "string"){
validate21.errors = [{instancePath:instancePath+"/method",schemaPath:"#/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.path !== undefined){
const _errs6 = errors;
if(typeof data.path !== "string"){
validate21.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.headers !== undefined){
let data4 = data.headers;
const _errs8 = errors;
if(errors === _errs8){
if(Array.isArray(data4)){
var valid1 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data5)){
if(data5.length > 2){
validate21.errors = [{instancePath:instancePath+"/headers/" + i0,schemaPath:"#/properties/headers/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"}];
return false;
}
else {
if(data5.length < 2){
validate21.errors = [{instancePath:instancePath+"/headers/" + i0,schemaPath:"#/properties/headers/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"}];
return false;
}
else {
var valid2 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
const _errs12 = errors;
if(typeof data5[i1] !== "string"){
validate21.errors = [{instancePath:instancePath+"/headers/" + i0+"/" + i1,schemaPath:"#/properties/headers/items/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs12 === errors;
if(!valid2){
break;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/headers/" + i0,schemaPath:"#/properties/headers/items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs10 === errors;
if(!valid1){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.body !== undefined){
let data7 = data.body;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data7 === "string"){
if(!pattern7.test(data7)){
validate21.errors = [{instancePath:instancePath+"/body",schemaPath:"#/properties/body/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9+/]*={0,2}$"},message:"must match pattern \""+"^[A-Za-z0-9+/]*={0,2}$"+"\""}];
return false;
}
}
else {
validate21.errors = [{instancePath:instancePath+"/body",schemaPath:"#/properties/body/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"savedDelivery":true,"at":true,"method":true,"path":true,"headers":true,"body":true},"dynamicProps":false,"dynamicItems":false};

export const KnownFailures = validate22;
const schema33 = {"type":"array","items":{"type":"object","required":["requirement","reason","ticket","owner","expires"],"properties":{"requirement":{"type":"string"},"reason":{"type":"string","pattern":"\\S"},"ticket":{"type":"string","pattern":"\\S"},"owner":{"type":"string","pattern":"\\S"},"expires":{"type":"string"}}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((((((data0.requirement === undefined) && (missing0 = "requirement")) || ((data0.reason === undefined) && (missing0 = "reason"))) || ((data0.ticket === undefined) && (missing0 = "ticket"))) || ((data0.owner === undefined) && (missing0 = "owner"))) || ((data0.expires === undefined) && (missing0 = "expires"))){
validate22.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data0.requirement !== undefined){
const _errs3 = errors;
if(typeof data0.requirement !== "string"){
validate22.errors = [{instancePath:instancePath+"/" + i0+"/requirement",schemaPath:"#/items/properties/requirement/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.reason !== undefined){
let data2 = data0.reason;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
validate22.errors = [{instancePath:instancePath+"/" + i0+"/reason",schemaPath:"#/items/properties/reason/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/" + i0+"/reason",schemaPath:"#/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.ticket !== undefined){
let data3 = data0.ticket;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
validate22.errors = [{instancePath:instancePath+"/" + i0+"/ticket",schemaPath:"#/items/properties/ticket/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/" + i0+"/ticket",schemaPath:"#/items/properties/ticket/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.owner !== undefined){
let data4 = data0.owner;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
validate22.errors = [{instancePath:instancePath+"/" + i0+"/owner",schemaPath:"#/items/properties/owner/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/" + i0+"/owner",schemaPath:"#/items/properties/owner/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.expires !== undefined){
const _errs11 = errors;
if(typeof data0.expires !== "string"){
validate22.errors = [{instancePath:instancePath+"/" + i0+"/expires",schemaPath:"#/items/properties/expires/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

export const EarlierRun = validate23;
const schema34 = {"type":"object","required":[],"properties":{"startedAt":{"type":"string","pattern":"^\\d{4}-[01]\\d-[0-3]\\dT[\\d:.]+Z$"},"findings":{"type":"array","items":{"type":"object","required":["id","requirement","message"],"properties":{"id":{"type":"string"},"requirement":{"type":"string"},"message":{"type":"string"},"check":{"type":"string"},"severity":{"enum":["breach","advice"]},"since":{"type":"string","pattern":"^\\d{4}-[01]\\d-[0-3]\\dT[\\d:.]+Z$"}}}},"earlierJourneys":{"type":"array","items":{"type":"object","required":["id","order","scenario","steps","moments"],"properties":{"id":{"type":"string"},"order":{"type":"string"},"scenario":{"type":"string"},"steps":{"type":"array","items":{"type":"string"}},"moments":{"type":"array","items":{"type":"string"}}}}}}};
const pattern15 = new RegExp("^\\d{4}-[01]\\d-[0-3]\\dT[\\d:.]+Z$", "u");

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.startedAt !== undefined){
let data0 = data.startedAt;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern15.test(data0)){
validate23.errors = [{instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-[01]\\d-[0-3]\\dT[\\d:.]+Z$"},message:"must match pattern \""+"^\\d{4}-[01]\\d-[0-3]\\dT[\\d:.]+Z$"+"\""}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.findings !== undefined){
let data1 = data.findings;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing0;
if((((data2.id === undefined) && (missing0 = "id")) || ((data2.requirement === undefined) && (missing0 = "requirement"))) || ((data2.message === undefined) && (missing0 = "message"))){
validate23.errors = [{instancePath:instancePath+"/findings/" + i0,schemaPath:"#/properties/findings/items/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data2.id !== undefined){
const _errs7 = errors;
if(typeof data2.id !== "string"){
validate23.errors = [{instancePath:instancePath+"/findings/" + i0+"/id",schemaPath:"#/properties/findings/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.requirement !== undefined){
const _errs9 = errors;
if(typeof data2.requirement !== "string"){
validate23.errors = [{instancePath:instancePath+"/findings/" + i0+"/requirement",schemaPath:"#/properties/findings/items/properties/requirement/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.message !== undefined){
const _errs11 = errors;
if(typeof data2.message !== "string"){
validate23.errors = [{instancePath:instancePath+"/findings/" + i0+"/message",schemaPath:"#/properties/findings/items/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.check !== undefined){
const _errs13 = errors;
if(typeof data2.check !== "string"){
validate23.errors = [{instancePath:instancePath+"/findings/" + i0+"/check",schemaPath:"#/properties/findings/items/properties/check/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.severity !== undefined){
let data7 = data2.severity;
const _errs15 = errors;
if(!((data7 === "breach") || (data7 === "advice"))){
validate23.errors = [{instancePath:instancePath+"/findings/" + i0+"/severity",schemaPath:"#/properties/findings/items/properties/severity/enum",keyword:"enum",params:{allowedValues: schema34.properties.findings.items.properties.severity.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.since !== undefined){
let data8 = data2.since;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data8 === "string"){
if(!pattern15.test(data8)){
validate23.errors = [{instancePath:instancePath+"/findings/" + i0+"/since",schemaPath:"#/properties/findings/items/properties/since/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-[01]\\d-[0-3]\\dT[\\d:.]+Z$"},message:"must match pattern \""+"^\\d{4}-[01]\\d-[0-3]\\dT[\\d:.]+Z$"+"\""}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/findings/" + i0+"/since",schemaPath:"#/properties/findings/items/properties/since/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/findings/" + i0,schemaPath:"#/properties/findings/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/findings",schemaPath:"#/properties/findings/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.earlierJourneys !== undefined){
let data9 = data.earlierJourneys;
const _errs18 = errors;
if(errors === _errs18){
if(Array.isArray(data9)){
var valid3 = true;
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
let data10 = data9[i1];
const _errs20 = errors;
if(errors === _errs20){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing1;
if((((((data10.id === undefined) && (missing1 = "id")) || ((data10.order === undefined) && (missing1 = "order"))) || ((data10.scenario === undefined) && (missing1 = "scenario"))) || ((data10.steps === undefined) && (missing1 = "steps"))) || ((data10.moments === undefined) && (missing1 = "moments"))){
validate23.errors = [{instancePath:instancePath+"/earlierJourneys/" + i1,schemaPath:"#/properties/earlierJourneys/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data10.id !== undefined){
const _errs22 = errors;
if(typeof data10.id !== "string"){
validate23.errors = [{instancePath:instancePath+"/earlierJourneys/" + i1+"/id",schemaPath:"#/properties/earlierJourneys/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs22 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.order !== undefined){
const _errs24 = errors;
if(typeof data10.order !== "string"){
validate23.errors = [{instancePath:instancePath+"/earlierJourneys/" + i1+"/order",schemaPath:"#/properties/earlierJourneys/items/properties/order/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs24 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.scenario !== undefined){
const _errs26 = errors;
if(typeof data10.scenario !== "string"){
validate23.errors = [{instancePath:instancePath+"/earlierJourneys/" + i1+"/scenario",schemaPath:"#/properties/earlierJourneys/items/properties/scenario/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs26 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.steps !== undefined){
let data14 = data10.steps;
const _errs28 = errors;
if(errors === _errs28){
if(Array.isArray(data14)){
var valid5 = true;
const len2 = data14.length;
for(let i2=0; i2<len2; i2++){
const _errs30 = errors;
if(typeof data14[i2] !== "string"){
validate23.errors = [{instancePath:instancePath+"/earlierJourneys/" + i1+"/steps/" + i2,schemaPath:"#/properties/earlierJourneys/items/properties/steps/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs30 === errors;
if(!valid5){
break;
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/earlierJourneys/" + i1+"/steps",schemaPath:"#/properties/earlierJourneys/items/properties/steps/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs28 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.moments !== undefined){
let data16 = data10.moments;
const _errs32 = errors;
if(errors === _errs32){
if(Array.isArray(data16)){
var valid6 = true;
const len3 = data16.length;
for(let i3=0; i3<len3; i3++){
const _errs34 = errors;
if(typeof data16[i3] !== "string"){
validate23.errors = [{instancePath:instancePath+"/earlierJourneys/" + i1+"/moments/" + i3,schemaPath:"#/properties/earlierJourneys/items/properties/moments/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs34 === errors;
if(!valid6){
break;
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/earlierJourneys/" + i1+"/moments",schemaPath:"#/properties/earlierJourneys/items/properties/moments/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/earlierJourneys/" + i1,schemaPath:"#/properties/earlierJourneys/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs20 === errors;
if(!valid3){
break;
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/earlierJourneys",schemaPath:"#/properties/earlierJourneys/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"startedAt":true,"findings":true,"earlierJourneys":true},"dynamicProps":false,"dynamicItems":false};

export const Facts = validate24;
const schema35 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"urn:onramp-harness:facts","title":"facts.json","description":"What a target was seen to do where the specification is silent. Each fact is told apart by its gap and condition. An observed value, or a list of them, is never the list of allowed ones.","type":"object","required":["target","facts"],"properties":{"target":{"type":"string","description":"embedded, or the address of the sandbox"},"facts":{"type":"array","items":{"$ref":"#/$defs/fact"}}},"$defs":{"status":{"enum":["answered","unanswered","contradicted"],"description":"seen; not seen, with the reason; seen in two ways that exclude each other, with both"},"moment":{"type":["string","null"],"description":"UTC, RFC 3339"},"count":{"type":"integer","minimum":0},"evidence":{"type":"array","items":{"type":"string"},"description":"ids of exchanges and deliveries in run.ndjson of the run that showed it last"},"fact":{"type":"object","required":["gap","status"],"properties":{"gap":{"type":"string","pattern":"[\\s\\S]","description":"an id of openapi/gaps.yaml"},"condition":{"type":"string","description":"what the answer may depend on"},"status":{"$ref":"#/$defs/status"},"value":{"description":"what was seen: one value, or a list of several"},"count":{"$ref":"#/$defs/count","description":"how often something was seen, in the last run that could have shown it"},"samples":{"$ref":"#/$defs/count","description":"how often it could have been"},"firstSeen":{"$ref":"#/$defs/moment"},"lastSeen":{"$ref":"#/$defs/moment"},"evidence":{"$ref":"#/$defs/evidence"},"reason":{"type":"string","description":"why it is not answered, or what contradicts what; there unless answered"},"among":{"type":"string","description":"what the samples were drawn from, where several facts share it"},"values":{"type":"array","description":"each value by itself, where there are several","items":{"type":"object","required":["value","count"],"properties":{"value":true,"count":{"$ref":"#/$defs/count"},"firstSeen":{"$ref":"#/$defs/moment"},"lastSeen":{"$ref":"#/$defs/moment"},"evidence":{"$ref":"#/$defs/evidence"}}}},"epochs":{"type":"array","description":"what it was over time, oldest first: the border between two is a change point","items":{"type":"object","required":["status","firstSeen","lastSeen","count","samples","runs"],"properties":{"value":true,"status":{"$ref":"#/$defs/status"},"firstSeen":{"$ref":"#/$defs/moment"},"lastSeen":{"$ref":"#/$defs/moment"},"count":{"$ref":"#/$defs/count"},"samples":{"$ref":"#/$defs/count"},"runs":{"$ref":"#/$defs/count"}}}},"confirmed":{"type":"string","description":"a person's word that it is meant so: later runs are held to it"}}}}};
const schema36 = {"type":"object","required":["gap","status"],"properties":{"gap":{"type":"string","pattern":"[\\s\\S]","description":"an id of openapi/gaps.yaml"},"condition":{"type":"string","description":"what the answer may depend on"},"status":{"$ref":"#/$defs/status"},"value":{"description":"what was seen: one value, or a list of several"},"count":{"$ref":"#/$defs/count","description":"how often something was seen, in the last run that could have shown it"},"samples":{"$ref":"#/$defs/count","description":"how often it could have been"},"firstSeen":{"$ref":"#/$defs/moment"},"lastSeen":{"$ref":"#/$defs/moment"},"evidence":{"$ref":"#/$defs/evidence"},"reason":{"type":"string","description":"why it is not answered, or what contradicts what; there unless answered"},"among":{"type":"string","description":"what the samples were drawn from, where several facts share it"},"values":{"type":"array","description":"each value by itself, where there are several","items":{"type":"object","required":["value","count"],"properties":{"value":true,"count":{"$ref":"#/$defs/count"},"firstSeen":{"$ref":"#/$defs/moment"},"lastSeen":{"$ref":"#/$defs/moment"},"evidence":{"$ref":"#/$defs/evidence"}}}},"epochs":{"type":"array","description":"what it was over time, oldest first: the border between two is a change point","items":{"type":"object","required":["status","firstSeen","lastSeen","count","samples","runs"],"properties":{"value":true,"status":{"$ref":"#/$defs/status"},"firstSeen":{"$ref":"#/$defs/moment"},"lastSeen":{"$ref":"#/$defs/moment"},"count":{"$ref":"#/$defs/count"},"samples":{"$ref":"#/$defs/count"},"runs":{"$ref":"#/$defs/count"}}}},"confirmed":{"type":"string","description":"a person's word that it is meant so: later runs are held to it"}}};
const schema37 = {"enum":["answered","unanswered","contradicted"],"description":"seen; not seen, with the reason; seen in two ways that exclude each other, with both"};
const schema38 = {"type":"integer","minimum":0};
const schema40 = {"type":["string","null"],"description":"UTC, RFC 3339"};
const schema42 = {"type":"array","items":{"type":"string"},"description":"ids of exchanges and deliveries in run.ndjson of the run that showed it last"};
const pattern17 = new RegExp("[\\s\\S]", "u");

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.gap === undefined) && (missing0 = "gap")) || ((data.status === undefined) && (missing0 = "status"))){
validate25.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.gap !== undefined){
let data0 = data.gap;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern17.test(data0)){
validate25.errors = [{instancePath:instancePath+"/gap",schemaPath:"#/properties/gap/pattern",keyword:"pattern",params:{pattern: "[\\s\\S]"},message:"must match pattern \""+"[\\s\\S]"+"\""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/gap",schemaPath:"#/properties/gap/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.condition !== undefined){
const _errs3 = errors;
if(typeof data.condition !== "string"){
validate25.errors = [{instancePath:instancePath+"/condition",schemaPath:"#/properties/condition/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data2 = data.status;
const _errs5 = errors;
if(!(((data2 === "answered") || (data2 === "unanswered")) || (data2 === "contradicted"))){
validate25.errors = [{instancePath:instancePath+"/status",schemaPath:"#/$defs/status/enum",keyword:"enum",params:{allowedValues: schema37.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.count !== undefined){
let data3 = data.count;
const _errs7 = errors;
const _errs8 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate25.errors = [{instancePath:instancePath+"/count",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs8){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
validate25.errors = [{instancePath:instancePath+"/count",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.samples !== undefined){
let data4 = data.samples;
const _errs10 = errors;
const _errs11 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate25.errors = [{instancePath:instancePath+"/samples",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs11){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
validate25.errors = [{instancePath:instancePath+"/samples",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.firstSeen !== undefined){
let data5 = data.firstSeen;
const _errs13 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate25.errors = [{instancePath:instancePath+"/firstSeen",schemaPath:"#/$defs/moment/type",keyword:"type",params:{type: schema40.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lastSeen !== undefined){
let data6 = data.lastSeen;
const _errs16 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate25.errors = [{instancePath:instancePath+"/lastSeen",schemaPath:"#/$defs/moment/type",keyword:"type",params:{type: schema40.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.evidence !== undefined){
let data7 = data.evidence;
const _errs19 = errors;
const _errs20 = errors;
if(errors === _errs20){
if(Array.isArray(data7)){
var valid7 = true;
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
const _errs22 = errors;
if(typeof data7[i0] !== "string"){
validate25.errors = [{instancePath:instancePath+"/evidence/" + i0,schemaPath:"#/$defs/evidence/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs22 === errors;
if(!valid7){
break;
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/evidence",schemaPath:"#/$defs/evidence/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
const _errs24 = errors;
if(typeof data.reason !== "string"){
validate25.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.among !== undefined){
const _errs26 = errors;
if(typeof data.among !== "string"){
validate25.errors = [{instancePath:instancePath+"/among",schemaPath:"#/properties/among/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.values !== undefined){
let data11 = data.values;
const _errs28 = errors;
if(errors === _errs28){
if(Array.isArray(data11)){
var valid8 = true;
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
let data12 = data11[i1];
const _errs30 = errors;
if(errors === _errs30){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing1;
if(((data12.value === undefined) && (missing1 = "value")) || ((data12.count === undefined) && (missing1 = "count"))){
validate25.errors = [{instancePath:instancePath+"/values/" + i1,schemaPath:"#/properties/values/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data12.count !== undefined){
let data13 = data12.count;
const _errs32 = errors;
const _errs33 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
validate25.errors = [{instancePath:instancePath+"/values/" + i1+"/count",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs33){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 0 || isNaN(data13)){
validate25.errors = [{instancePath:instancePath+"/values/" + i1+"/count",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs32 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data12.firstSeen !== undefined){
let data14 = data12.firstSeen;
const _errs35 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate25.errors = [{instancePath:instancePath+"/values/" + i1+"/firstSeen",schemaPath:"#/$defs/moment/type",keyword:"type",params:{type: schema40.type},message:"must be string,null"}];
return false;
}
var valid9 = _errs35 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data12.lastSeen !== undefined){
let data15 = data12.lastSeen;
const _errs38 = errors;
if((typeof data15 !== "string") && (data15 !== null)){
validate25.errors = [{instancePath:instancePath+"/values/" + i1+"/lastSeen",schemaPath:"#/$defs/moment/type",keyword:"type",params:{type: schema40.type},message:"must be string,null"}];
return false;
}
var valid9 = _errs38 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data12.evidence !== undefined){
let data16 = data12.evidence;
const _errs41 = errors;
const _errs42 = errors;
if(errors === _errs42){
if(Array.isArray(data16)){
var valid14 = true;
const len2 = data16.length;
for(let i2=0; i2<len2; i2++){
const _errs44 = errors;
if(typeof data16[i2] !== "string"){
validate25.errors = [{instancePath:instancePath+"/values/" + i1+"/evidence/" + i2,schemaPath:"#/$defs/evidence/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid14 = _errs44 === errors;
if(!valid14){
break;
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/values/" + i1+"/evidence",schemaPath:"#/$defs/evidence/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid9 = _errs41 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/values/" + i1,schemaPath:"#/properties/values/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid8 = _errs30 === errors;
if(!valid8){
break;
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.epochs !== undefined){
let data18 = data.epochs;
const _errs46 = errors;
if(errors === _errs46){
if(Array.isArray(data18)){
var valid15 = true;
const len3 = data18.length;
for(let i3=0; i3<len3; i3++){
let data19 = data18[i3];
const _errs48 = errors;
if(errors === _errs48){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing2;
if(((((((data19.status === undefined) && (missing2 = "status")) || ((data19.firstSeen === undefined) && (missing2 = "firstSeen"))) || ((data19.lastSeen === undefined) && (missing2 = "lastSeen"))) || ((data19.count === undefined) && (missing2 = "count"))) || ((data19.samples === undefined) && (missing2 = "samples"))) || ((data19.runs === undefined) && (missing2 = "runs"))){
validate25.errors = [{instancePath:instancePath+"/epochs/" + i3,schemaPath:"#/properties/epochs/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data19.status !== undefined){
let data20 = data19.status;
const _errs50 = errors;
if(!(((data20 === "answered") || (data20 === "unanswered")) || (data20 === "contradicted"))){
validate25.errors = [{instancePath:instancePath+"/epochs/" + i3+"/status",schemaPath:"#/$defs/status/enum",keyword:"enum",params:{allowedValues: schema37.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid16 = _errs50 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data19.firstSeen !== undefined){
let data21 = data19.firstSeen;
const _errs52 = errors;
if((typeof data21 !== "string") && (data21 !== null)){
validate25.errors = [{instancePath:instancePath+"/epochs/" + i3+"/firstSeen",schemaPath:"#/$defs/moment/type",keyword:"type",params:{type: schema40.type},message:"must be string,null"}];
return false;
}
var valid16 = _errs52 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data19.lastSeen !== undefined){
let data22 = data19.lastSeen;
const _errs55 = errors;
if((typeof data22 !== "string") && (data22 !== null)){
validate25.errors = [{instancePath:instancePath+"/epochs/" + i3+"/lastSeen",schemaPath:"#/$defs/moment/type",keyword:"type",params:{type: schema40.type},message:"must be string,null"}];
return false;
}
var valid16 = _errs55 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data19.count !== undefined){
let data23 = data19.count;
const _errs58 = errors;
const _errs59 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate25.errors = [{instancePath:instancePath+"/epochs/" + i3+"/count",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs59){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 0 || isNaN(data23)){
validate25.errors = [{instancePath:instancePath+"/epochs/" + i3+"/count",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid16 = _errs58 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data19.samples !== undefined){
let data24 = data19.samples;
const _errs61 = errors;
const _errs62 = errors;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
validate25.errors = [{instancePath:instancePath+"/epochs/" + i3+"/samples",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs62){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 0 || isNaN(data24)){
validate25.errors = [{instancePath:instancePath+"/epochs/" + i3+"/samples",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid16 = _errs61 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data19.runs !== undefined){
let data25 = data19.runs;
const _errs64 = errors;
const _errs65 = errors;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
validate25.errors = [{instancePath:instancePath+"/epochs/" + i3+"/runs",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs65){
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 < 0 || isNaN(data25)){
validate25.errors = [{instancePath:instancePath+"/epochs/" + i3+"/runs",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid16 = _errs64 === errors;
}
else {
var valid16 = true;
}
}
}
}
}
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/epochs/" + i3,schemaPath:"#/properties/epochs/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid15 = _errs48 === errors;
if(!valid15){
break;
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/epochs",schemaPath:"#/properties/epochs/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs46 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.confirmed !== undefined){
const _errs67 = errors;
if(typeof data.confirmed !== "string"){
validate25.errors = [{instancePath:instancePath+"/confirmed",schemaPath:"#/properties/confirmed/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs67 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate25.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":{"gap":true,"condition":true,"status":true,"value":true,"count":true,"samples":true,"firstSeen":true,"lastSeen":true,"evidence":true,"reason":true,"among":true,"values":true,"epochs":true,"confirmed":true},"dynamicProps":false,"dynamicItems":false};


function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="urn:onramp-harness:facts" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.target === undefined) && (missing0 = "target")) || ((data.facts === undefined) && (missing0 = "facts"))){
validate24.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.target !== undefined){
const _errs1 = errors;
if(typeof data.target !== "string"){
validate24.errors = [{instancePath:instancePath+"/target",schemaPath:"#/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.facts !== undefined){
let data1 = data.facts;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
const _errs5 = errors;
if(!(validate25(data1[i0], {instancePath:instancePath+"/facts/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/facts",schemaPath:"#/properties/facts/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate24.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"target":true,"facts":true},"dynamicProps":false,"dynamicItems":false};

