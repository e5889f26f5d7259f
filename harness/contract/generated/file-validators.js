// Generated from harness/settings/file-schemas.ts by `npm run generate`.
"use strict";
export const RecordLine = validate20;
const schema31 = {"type":"object","discriminator":{"propertyName":"type"},"required":["type"],"oneOf":[{"required":["schema","run","at","seed","target","harness","node","settings","type"],"properties":{"schema":{"enum":[1]},"run":{"type":"string"},"at":{"type":"number"},"seed":{"type":"number"},"target":{"type":"object","required":["kind","url"],"properties":{"kind":{"enum":["embedded","remote","sdk","endpoint"]},"url":{"type":"string"}}},"harness":{"type":"string"},"node":{"type":"string"},"settings":{"type":"object","required":["deliveryTimeoutMs","redeliveryTimeoutMs","secrets","suites","keyGiven","orderSetting"],"properties":{"deliveryTimeoutMs":{"type":"number"},"redeliveryTimeoutMs":{"type":"number"},"secrets":{"type":"number"},"suites":{"type":"array","items":{"type":"string"}},"only":{"type":"array","items":{"type":"string"}},"keyGiven":{"type":"boolean"},"isTestKey":{"type":"boolean"},"orderSetting":{"type":"string"},"given":{"type":"array","items":{"type":"string"}},"networksGiven":{"enum":[true]},"shards":{"type":"object","required":["of","have"],"properties":{"of":{"type":"number"},"have":{"type":"array","items":{"type":"number"}}}}}},"dialect":{"type":"object"},"dialectFile":{"type":"string"},"faults":{"type":"array","items":{"type":"string"}},"merged":{"type":"array","items":{"type":"string"}},"known":{"type":"array","items":{"type":"object","required":["requirement","reason","ticket","owner","expires"],"properties":{"requirement":{"type":"string"},"reason":{"type":"string","pattern":"\\S"},"ticket":{"type":"string","pattern":"\\S"},"owner":{"type":"string","pattern":"\\S"},"expires":{"type":"string"}}}},"unverified":{"type":"string"},"gate":{"type":"object","required":["edition"],"properties":{"edition":{"type":"number"},"adapter":{"type":"object","required":["name","version","language","clock","methods","command"],"properties":{"name":{"type":"string"},"version":{"type":"string"},"language":{"type":"string"},"clock":{"enum":["injected","system"]},"methods":{"type":"array","items":{"type":"string"}},"command":{"type":"array","items":{"type":"string"}}}},"endpoint":{"type":"object","required":["credits","restart","options"],"properties":{"credits":{"type":"boolean"},"restart":{"type":"boolean"},"options":{"type":"array","items":{"type":"string"}}}},"only":{"type":"string"}}},"type":{"enum":["run"]}}},{"required":["id","suite","title","from","type"],"properties":{"id":{"type":"string"},"suite":{"type":"string"},"title":{"type":"string"},"from":{"type":"number"},"to":{"type":"number"},"outcome":{"enum":["done","skipped","failed"]},"reason":{"type":"string"},"setting":{"type":"string"},"type":{"enum":["scenario"]}}},{"required":["orders","type"],"properties":{"orders":{"type":"array","items":{"type":"string"}},"type":{"enum":["orders"]}}},{"required":["id","at","slowestMs","scenarios","type"],"properties":{"id":{"type":"string"},"at":{"type":"number"},"slowestMs":{"type":"number"},"scenarios":{"type":"array","items":{"type":"object","required":["id","planned","driven"],"properties":{"id":{"type":"string"},"planned":{"type":"number"},"driven":{"type":"number"}}}},"cut":{"enum":["webhooks-slow","one-at-a-time","out-of-time","orders-ended"]},"type":{"enum":["plan"]}}},{"required":["id","scenario","order","from","type"],"properties":{"id":{"type":"string"},"scenario":{"type":"string"},"order":{"type":"string"},"from":{"type":"number"},"to":{"type":"number"},"alone":{"type":"number"},"hidden":{"type":"string"},"type":{"enum":["journey"]}}},{"required":["journey","event","exchange","at","type"],"properties":{"journey":{"type":"string"},"event":{"enum":["deposit_detected","deposit_confirmed","disburse","wrong_chain","expire","fail"]},"exchange":{"type":"string"},"at":{"type":"number"},"receivedAmount":{"type":"string"},"receivedNetwork":{"type":"string"},"type":{"enum":["step"]}}},{"required":["id","attempt","sentAt","endedAt","request","type"],"properties":{"id":{"type":"string"},"scenario":{"type":"string"},"journey":{"type":"string"},"operation":{"type":"string"},"condition":{"type":"string"},"attempt":{"type":"number"},"sentAt":{"type":"number"},"endedAt":{"type":"number"},"request":{"type":"object","required":["method","url","headers"],"properties":{"method":{"type":"string"},"url":{"type":"string"},"headers":{"type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}},"body":{"type":"object","required":["size","sha256"],"properties":{"size":{"type":"number"},"sha256":{"type":"string"},"text":{"type":"string"},"base64":{"type":"string","pattern":"^[A-Za-z0-9+/]*={0,2}$"},"decoded":{"type":"string"},"altered":{"enum":[true]},"cut":{"type":"number"}}}}},"response":{"type":"object","required":["status","headers","body"],"properties":{"status":{"type":"number"},"headers":{"type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}},"body":{"type":"object","required":["size","sha256"],"properties":{"size":{"type":"number"},"sha256":{"type":"string"},"text":{"type":"string"},"base64":{"type":"string","pattern":"^[A-Za-z0-9+/]*={0,2}$"},"decoded":{"type":"string"},"altered":{"enum":[true]},"cut":{"type":"number"}}}}},"failure":{"type":"object","required":["kind","message"],"properties":{"kind":{"enum":["unreachable","dropped","timeout","cut","aborted","not-http"]},"code":{"type":"string"},"message":{"type":"string"}}},"leaked":{"type":"array","items":{"type":"string"}},"type":{"enum":["exchange"]}}},{"required":["id","at","method","path","headers","body","complete","ours","answer","signatures","type"],"properties":{"id":{"type":"string"},"at":{"type":"number"},"method":{"type":"string"},"path":{"type":"string"},"headers":{"type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}},"body":{"type":"object","required":["size","sha256"],"properties":{"size":{"type":"number"},"sha256":{"type":"string"},"text":{"type":"string"},"base64":{"type":"string","pattern":"^[A-Za-z0-9+/]*={0,2}$"},"decoded":{"type":"string"},"altered":{"enum":[true]},"cut":{"type":"number"}}},"complete":{"type":"boolean"},"ours":{"type":"boolean"},"answer":{"type":"object","required":["kind","refused"],"properties":{"kind":{"enum":["status","slow","drop"]},"status":{"type":"number"},"afterMs":{"type":"number"},"refused":{"type":"boolean"},"joined":{"type":"boolean"}}},"signatures":{"type":"array","items":{"type":"object","required":["header","t","v1","wellFormed","others","slots"],"properties":{"header":{"type":"string"},"t":{"type":"array","items":{"type":"string"}},"v1":{"type":"number"},"wellFormed":{"type":"number"},"others":{"type":"array","items":{"type":"string"}},"slots":{"type":"array","items":{"type":"number"}},"nearMiss":{"enum":["reserialised-body","trimmed-body","bom","line-feed","line-ends","other-encoding","normalised-body","before-coding","body-only","no-dot","other-separator","uppercase-hex","unpadded-hex","base64","sha1","sha512","plain-sha256","bare-secret","decoded-secret","padded-secret","other-t","truncated"]}}}},"leaked":{"type":"array","items":{"type":"string"}},"type":{"enum":["delivery"]}}},{"required":["journey","kind","since","from","to","allowed","outcome","type"],"properties":{"journey":{"type":"string"},"kind":{"enum":["event","redelivery","quiet"]},"since":{"type":"string"},"from":{"type":"number"},"to":{"type":"number"},"allowed":{"type":"number"},"outcome":{"enum":["came","missed","abandoned"]},"hungUp":{"type":"boolean"},"type":{"enum":["wait"]}}},{"required":["kind","from","to","message","type"],"properties":{"kind":{"enum":["target-unreachable","stall","clock","tunnel-down","address-changed","receiver-limit","service-paused"]},"from":{"type":"number"},"to":{"type":"number"},"message":{"type":"string"},"shard":{"type":"string"},"type":{"enum":["trouble"]}}},{"required":["at","kind","name","url","type"],"properties":{"at":{"type":"number"},"kind":{"enum":["direct","url","ssh","command"]},"name":{"type":"string"},"url":{"type":"string"},"addedHeaders":{"type":"array","items":{"type":"string"}},"type":{"enum":["tunnel"]}}},{"required":["at","code","packet","type"],"properties":{"at":{"type":"number"},"code":{"type":"string"},"packet":{"type":"object","required":["size","sha256"],"properties":{"size":{"type":"number"},"sha256":{"type":"string"},"text":{"type":"string"},"base64":{"type":"string","pattern":"^[A-Za-z0-9+/]*={0,2}$"},"decoded":{"type":"string"},"altered":{"enum":[true]},"cut":{"type":"number"}}},"type":{"enum":["malformed"]}}},{"required":["id","method","passed","problems","type"],"properties":{"id":{"type":"string"},"method":{"type":"string"},"passed":{"type":"array","items":{"type":"string"}},"problems":{"type":"array","items":{"type":"object","required":["requirement","severity","cause","message","expected","received"],"properties":{"requirement":{"type":"string"},"also":{"type":"array","items":{"type":"string"}},"severity":{"enum":["breach","advice"]},"cause":{"type":"string"},"message":{"type":"string"},"expected":{"type":"string"},"received":{"type":"string"},"context":{"type":"array","items":{"type":"object","required":["name","value"],"properties":{"name":{"type":"string"},"value":{"type":"string"}}}},"differences":{"type":"array","items":{"type":"object","required":["at"],"properties":{"at":{"type":"string"},"expected":{"type":"string"},"received":{"type":"string"}}}},"likely":{"type":"string"},"leadsTo":{"type":"string"},"answered":{"type":"string"},"mistakes":{"type":"array","items":{"type":"string"}}}}},"clock":{"type":"object","required":["from","to"],"properties":{"from":{"type":"number"},"to":{"type":"number"}}},"history":{"type":"array","items":{"type":"object","discriminator":{"propertyName":"type"},"required":["type"],"oneOf":[{"required":["at","to","order","event","eventType","answer","type"],"properties":{"at":{"type":"number"},"to":{"type":"number"},"order":{"type":"string"},"event":{"type":"string"},"eventType":{"type":"string"},"what":{"type":"string"},"forged":{"type":"boolean"},"answer":{"type":"string"},"type":{"enum":["delivery"]}}},{"required":["at","what","type"],"properties":{"at":{"type":"number"},"what":{"type":"string"},"type":{"enum":["disturbance"]}}},{"required":["at","order","count","due","type"],"properties":{"at":{"type":"number"},"order":{"type":"string"},"count":{"type":"number"},"due":{"type":"number"},"type":{"enum":["credits"]}}}]}},"observed":{"type":"object","required":["gap","value"],"properties":{"gap":{"type":"string"},"value":{"type":"string"}}},"type":{"enum":["case"]}}},{"required":["at","reason","type"],"properties":{"at":{"type":"number"},"reason":{"enum":["done","interrupted","deadline","unreachable","broken"]},"message":{"type":"string"},"code":{"type":"string"},"received":{"type":"string"},"next":{"type":"string"},"lines":{"type":"number"},"type":{"enum":["end"]}}}]};
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
if(!((((data5 === "embedded") || (data5 === "remote")) || (data5 === "sdk")) || (data5 === "endpoint"))){
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
if(data9.only !== undefined){
let data15 = data9.only;
const _errs31 = errors;
if(errors === _errs31){
if(Array.isArray(data15)){
var valid6 = true;
const len1 = data15.length;
for(let i1=0; i1<len1; i1++){
const _errs33 = errors;
if(typeof data15[i1] !== "string"){
validate20.errors = [{instancePath:instancePath+"/settings/only/" + i1,schemaPath:"#/oneOf/0/properties/settings/properties/only/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs33 === errors;
if(!valid6){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/settings/only",schemaPath:"#/oneOf/0/properties/settings/properties/only/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.keyGiven !== undefined){
const _errs35 = errors;
if(typeof data9.keyGiven !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/settings/keyGiven",schemaPath:"#/oneOf/0/properties/settings/properties/keyGiven/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs35 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.isTestKey !== undefined){
const _errs37 = errors;
if(typeof data9.isTestKey !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/settings/isTestKey",schemaPath:"#/oneOf/0/properties/settings/properties/isTestKey/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs37 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.orderSetting !== undefined){
const _errs39 = errors;
if(typeof data9.orderSetting !== "string"){
validate20.errors = [{instancePath:instancePath+"/settings/orderSetting",schemaPath:"#/oneOf/0/properties/settings/properties/orderSetting/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs39 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.given !== undefined){
let data20 = data9.given;
const _errs41 = errors;
if(errors === _errs41){
if(Array.isArray(data20)){
var valid7 = true;
const len2 = data20.length;
for(let i2=0; i2<len2; i2++){
const _errs43 = errors;
if(typeof data20[i2] !== "string"){
validate20.errors = [{instancePath:instancePath+"/settings/given/" + i2,schemaPath:"#/oneOf/0/properties/settings/properties/given/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs43 === errors;
if(!valid7){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/settings/given",schemaPath:"#/oneOf/0/properties/settings/properties/given/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs41 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.networksGiven !== undefined){
const _errs45 = errors;
if(!(data9.networksGiven === true)){
validate20.errors = [{instancePath:instancePath+"/settings/networksGiven",schemaPath:"#/oneOf/0/properties/settings/properties/networksGiven/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[0].properties.settings.properties.networksGiven.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid4 = _errs45 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.shards !== undefined){
let data23 = data9.shards;
const _errs46 = errors;
if(errors === _errs46){
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
let missing4;
if(((data23.of === undefined) && (missing4 = "of")) || ((data23.have === undefined) && (missing4 = "have"))){
validate20.errors = [{instancePath:instancePath+"/settings/shards",schemaPath:"#/oneOf/0/properties/settings/properties/shards/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'"}];
return false;
}
else {
if(data23.of !== undefined){
let data24 = data23.of;
const _errs48 = errors;
if(!((typeof data24 == "number") && (isFinite(data24)))){
validate20.errors = [{instancePath:instancePath+"/settings/shards/of",schemaPath:"#/oneOf/0/properties/settings/properties/shards/properties/of/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid8 = _errs48 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.have !== undefined){
let data25 = data23.have;
const _errs50 = errors;
if(errors === _errs50){
if(Array.isArray(data25)){
var valid9 = true;
const len3 = data25.length;
for(let i3=0; i3<len3; i3++){
let data26 = data25[i3];
const _errs52 = errors;
if(!((typeof data26 == "number") && (isFinite(data26)))){
validate20.errors = [{instancePath:instancePath+"/settings/shards/have/" + i3,schemaPath:"#/oneOf/0/properties/settings/properties/shards/properties/have/items/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid9 = _errs52 === errors;
if(!valid9){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/settings/shards/have",schemaPath:"#/oneOf/0/properties/settings/properties/shards/properties/have/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid8 = _errs50 === errors;
}
else {
var valid8 = true;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/settings/shards",schemaPath:"#/oneOf/0/properties/settings/properties/shards/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs46 === errors;
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
let data27 = data.dialect;
const _errs54 = errors;
if(!(data27 && typeof data27 == "object" && !Array.isArray(data27))){
validate20.errors = [{instancePath:instancePath+"/dialect",schemaPath:"#/oneOf/0/properties/dialect/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid2 = _errs54 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.dialectFile !== undefined){
const _errs56 = errors;
if(typeof data.dialectFile !== "string"){
validate20.errors = [{instancePath:instancePath+"/dialectFile",schemaPath:"#/oneOf/0/properties/dialectFile/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs56 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.faults !== undefined){
let data29 = data.faults;
const _errs58 = errors;
if(errors === _errs58){
if(Array.isArray(data29)){
var valid10 = true;
const len4 = data29.length;
for(let i4=0; i4<len4; i4++){
const _errs60 = errors;
if(typeof data29[i4] !== "string"){
validate20.errors = [{instancePath:instancePath+"/faults/" + i4,schemaPath:"#/oneOf/0/properties/faults/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs60 === errors;
if(!valid10){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/faults",schemaPath:"#/oneOf/0/properties/faults/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs58 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.merged !== undefined){
let data31 = data.merged;
const _errs62 = errors;
if(errors === _errs62){
if(Array.isArray(data31)){
var valid11 = true;
const len5 = data31.length;
for(let i5=0; i5<len5; i5++){
const _errs64 = errors;
if(typeof data31[i5] !== "string"){
validate20.errors = [{instancePath:instancePath+"/merged/" + i5,schemaPath:"#/oneOf/0/properties/merged/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs64 === errors;
if(!valid11){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/merged",schemaPath:"#/oneOf/0/properties/merged/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs62 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.known !== undefined){
let data33 = data.known;
const _errs66 = errors;
if(errors === _errs66){
if(Array.isArray(data33)){
var valid12 = true;
const len6 = data33.length;
for(let i6=0; i6<len6; i6++){
let data34 = data33[i6];
const _errs68 = errors;
if(errors === _errs68){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
let missing5;
if((((((data34.requirement === undefined) && (missing5 = "requirement")) || ((data34.reason === undefined) && (missing5 = "reason"))) || ((data34.ticket === undefined) && (missing5 = "ticket"))) || ((data34.owner === undefined) && (missing5 = "owner"))) || ((data34.expires === undefined) && (missing5 = "expires"))){
validate20.errors = [{instancePath:instancePath+"/known/" + i6,schemaPath:"#/oneOf/0/properties/known/items/required",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'"}];
return false;
}
else {
if(data34.requirement !== undefined){
const _errs70 = errors;
if(typeof data34.requirement !== "string"){
validate20.errors = [{instancePath:instancePath+"/known/" + i6+"/requirement",schemaPath:"#/oneOf/0/properties/known/items/properties/requirement/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid13 = _errs70 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data34.reason !== undefined){
let data36 = data34.reason;
const _errs72 = errors;
if(errors === _errs72){
if(typeof data36 === "string"){
if(!pattern4.test(data36)){
validate20.errors = [{instancePath:instancePath+"/known/" + i6+"/reason",schemaPath:"#/oneOf/0/properties/known/items/properties/reason/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/known/" + i6+"/reason",schemaPath:"#/oneOf/0/properties/known/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid13 = _errs72 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data34.ticket !== undefined){
let data37 = data34.ticket;
const _errs74 = errors;
if(errors === _errs74){
if(typeof data37 === "string"){
if(!pattern4.test(data37)){
validate20.errors = [{instancePath:instancePath+"/known/" + i6+"/ticket",schemaPath:"#/oneOf/0/properties/known/items/properties/ticket/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/known/" + i6+"/ticket",schemaPath:"#/oneOf/0/properties/known/items/properties/ticket/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid13 = _errs74 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data34.owner !== undefined){
let data38 = data34.owner;
const _errs76 = errors;
if(errors === _errs76){
if(typeof data38 === "string"){
if(!pattern4.test(data38)){
validate20.errors = [{instancePath:instancePath+"/known/" + i6+"/owner",schemaPath:"#/oneOf/0/properties/known/items/properties/owner/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/known/" + i6+"/owner",schemaPath:"#/oneOf/0/properties/known/items/properties/owner/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid13 = _errs76 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data34.expires !== undefined){
const _errs78 = errors;
if(typeof data34.expires !== "string"){
validate20.errors = [{instancePath:instancePath+"/known/" + i6+"/expires",schemaPath:"#/oneOf/0/properties/known/items/properties/expires/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid13 = _errs78 === errors;
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
else {
validate20.errors = [{instancePath:instancePath+"/known/" + i6,schemaPath:"#/oneOf/0/properties/known/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid12 = _errs68 === errors;
if(!valid12){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/known",schemaPath:"#/oneOf/0/properties/known/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs66 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.unverified !== undefined){
const _errs80 = errors;
if(typeof data.unverified !== "string"){
validate20.errors = [{instancePath:instancePath+"/unverified",schemaPath:"#/oneOf/0/properties/unverified/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs80 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.gate !== undefined){
let data41 = data.gate;
const _errs82 = errors;
if(errors === _errs82){
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
let missing6;
if((data41.edition === undefined) && (missing6 = "edition")){
validate20.errors = [{instancePath:instancePath+"/gate",schemaPath:"#/oneOf/0/properties/gate/required",keyword:"required",params:{missingProperty: missing6},message:"must have required property '"+missing6+"'"}];
return false;
}
else {
if(data41.edition !== undefined){
let data42 = data41.edition;
const _errs84 = errors;
if(!((typeof data42 == "number") && (isFinite(data42)))){
validate20.errors = [{instancePath:instancePath+"/gate/edition",schemaPath:"#/oneOf/0/properties/gate/properties/edition/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid14 = _errs84 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data41.adapter !== undefined){
let data43 = data41.adapter;
const _errs86 = errors;
if(errors === _errs86){
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
let missing7;
if(((((((data43.name === undefined) && (missing7 = "name")) || ((data43.version === undefined) && (missing7 = "version"))) || ((data43.language === undefined) && (missing7 = "language"))) || ((data43.clock === undefined) && (missing7 = "clock"))) || ((data43.methods === undefined) && (missing7 = "methods"))) || ((data43.command === undefined) && (missing7 = "command"))){
validate20.errors = [{instancePath:instancePath+"/gate/adapter",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/required",keyword:"required",params:{missingProperty: missing7},message:"must have required property '"+missing7+"'"}];
return false;
}
else {
if(data43.name !== undefined){
const _errs88 = errors;
if(typeof data43.name !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/name",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid15 = _errs88 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data43.version !== undefined){
const _errs90 = errors;
if(typeof data43.version !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/version",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid15 = _errs90 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data43.language !== undefined){
const _errs92 = errors;
if(typeof data43.language !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/language",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/language/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid15 = _errs92 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data43.clock !== undefined){
let data47 = data43.clock;
const _errs94 = errors;
if(!((data47 === "injected") || (data47 === "system"))){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/clock",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/clock/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[0].properties.gate.properties.adapter.properties.clock.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid15 = _errs94 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data43.methods !== undefined){
let data48 = data43.methods;
const _errs95 = errors;
if(errors === _errs95){
if(Array.isArray(data48)){
var valid16 = true;
const len7 = data48.length;
for(let i7=0; i7<len7; i7++){
const _errs97 = errors;
if(typeof data48[i7] !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/methods/" + i7,schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/methods/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid16 = _errs97 === errors;
if(!valid16){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/gate/adapter/methods",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/methods/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid15 = _errs95 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data43.command !== undefined){
let data50 = data43.command;
const _errs99 = errors;
if(errors === _errs99){
if(Array.isArray(data50)){
var valid17 = true;
const len8 = data50.length;
for(let i8=0; i8<len8; i8++){
const _errs101 = errors;
if(typeof data50[i8] !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/adapter/command/" + i8,schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid17 = _errs101 === errors;
if(!valid17){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/gate/adapter/command",schemaPath:"#/oneOf/0/properties/gate/properties/adapter/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid15 = _errs99 === errors;
}
else {
var valid15 = true;
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
var valid14 = _errs86 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data41.endpoint !== undefined){
let data52 = data41.endpoint;
const _errs103 = errors;
if(errors === _errs103){
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
let missing8;
if((((data52.credits === undefined) && (missing8 = "credits")) || ((data52.restart === undefined) && (missing8 = "restart"))) || ((data52.options === undefined) && (missing8 = "options"))){
validate20.errors = [{instancePath:instancePath+"/gate/endpoint",schemaPath:"#/oneOf/0/properties/gate/properties/endpoint/required",keyword:"required",params:{missingProperty: missing8},message:"must have required property '"+missing8+"'"}];
return false;
}
else {
if(data52.credits !== undefined){
const _errs105 = errors;
if(typeof data52.credits !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/gate/endpoint/credits",schemaPath:"#/oneOf/0/properties/gate/properties/endpoint/properties/credits/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid18 = _errs105 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data52.restart !== undefined){
const _errs107 = errors;
if(typeof data52.restart !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/gate/endpoint/restart",schemaPath:"#/oneOf/0/properties/gate/properties/endpoint/properties/restart/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid18 = _errs107 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data52.options !== undefined){
let data55 = data52.options;
const _errs109 = errors;
if(errors === _errs109){
if(Array.isArray(data55)){
var valid19 = true;
const len9 = data55.length;
for(let i9=0; i9<len9; i9++){
const _errs111 = errors;
if(typeof data55[i9] !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/endpoint/options/" + i9,schemaPath:"#/oneOf/0/properties/gate/properties/endpoint/properties/options/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid19 = _errs111 === errors;
if(!valid19){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/gate/endpoint/options",schemaPath:"#/oneOf/0/properties/gate/properties/endpoint/properties/options/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid18 = _errs109 === errors;
}
else {
var valid18 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/gate/endpoint",schemaPath:"#/oneOf/0/properties/gate/properties/endpoint/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid14 = _errs103 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data41.only !== undefined){
const _errs113 = errors;
if(typeof data41.only !== "string"){
validate20.errors = [{instancePath:instancePath+"/gate/only",schemaPath:"#/oneOf/0/properties/gate/properties/only/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid14 = _errs113 === errors;
}
else {
var valid14 = true;
}
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
var valid2 = _errs82 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.type !== undefined){
const _errs115 = errors;
if(!(data.type === "run")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs115 === errors;
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
props0.dialectFile = true;
props0.faults = true;
props0.merged = true;
props0.known = true;
props0.unverified = true;
props0.gate = true;
props0.type = true;
}
else if(tag0 === "scenario"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing9;
if((((((data.id === undefined) && (missing9 = "id")) || ((data.suite === undefined) && (missing9 = "suite"))) || ((data.title === undefined) && (missing9 = "title"))) || ((data.from === undefined) && (missing9 = "from"))) || ((data.type === undefined) && (missing9 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: missing9},message:"must have required property '"+missing9+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs117 = errors;
if(typeof data.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/id",schemaPath:"#/oneOf/1/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs117 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data.suite !== undefined){
const _errs119 = errors;
if(typeof data.suite !== "string"){
validate20.errors = [{instancePath:instancePath+"/suite",schemaPath:"#/oneOf/1/properties/suite/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs119 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data.title !== undefined){
const _errs121 = errors;
if(typeof data.title !== "string"){
validate20.errors = [{instancePath:instancePath+"/title",schemaPath:"#/oneOf/1/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs121 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data.from !== undefined){
let data62 = data.from;
const _errs123 = errors;
if(!((typeof data62 == "number") && (isFinite(data62)))){
validate20.errors = [{instancePath:instancePath+"/from",schemaPath:"#/oneOf/1/properties/from/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid21 = _errs123 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data.to !== undefined){
let data63 = data.to;
const _errs125 = errors;
if(!((typeof data63 == "number") && (isFinite(data63)))){
validate20.errors = [{instancePath:instancePath+"/to",schemaPath:"#/oneOf/1/properties/to/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid21 = _errs125 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data.outcome !== undefined){
let data64 = data.outcome;
const _errs127 = errors;
if(!(((data64 === "done") || (data64 === "skipped")) || (data64 === "failed"))){
validate20.errors = [{instancePath:instancePath+"/outcome",schemaPath:"#/oneOf/1/properties/outcome/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[1].properties.outcome.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid21 = _errs127 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data.reason !== undefined){
const _errs128 = errors;
if(typeof data.reason !== "string"){
validate20.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/oneOf/1/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs128 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data.setting !== undefined){
const _errs130 = errors;
if(typeof data.setting !== "string"){
validate20.errors = [{instancePath:instancePath+"/setting",schemaPath:"#/oneOf/1/properties/setting/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs130 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data.type !== undefined){
const _errs132 = errors;
if(!(data.type === "scenario")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid21 = _errs132 === errors;
}
else {
var valid21 = true;
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
let missing10;
if(((data.orders === undefined) && (missing10 = "orders")) || ((data.type === undefined) && (missing10 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: missing10},message:"must have required property '"+missing10+"'"}];
return false;
}
else {
if(data.orders !== undefined){
let data68 = data.orders;
const _errs134 = errors;
if(errors === _errs134){
if(Array.isArray(data68)){
var valid24 = true;
const len10 = data68.length;
for(let i10=0; i10<len10; i10++){
const _errs136 = errors;
if(typeof data68[i10] !== "string"){
validate20.errors = [{instancePath:instancePath+"/orders/" + i10,schemaPath:"#/oneOf/2/properties/orders/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid24 = _errs136 === errors;
if(!valid24){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/orders",schemaPath:"#/oneOf/2/properties/orders/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid23 = _errs134 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data.type !== undefined){
const _errs138 = errors;
if(!(data.type === "orders")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid23 = _errs138 === errors;
}
else {
var valid23 = true;
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
else if(tag0 === "plan"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing11;
if((((((data.id === undefined) && (missing11 = "id")) || ((data.at === undefined) && (missing11 = "at"))) || ((data.slowestMs === undefined) && (missing11 = "slowestMs"))) || ((data.scenarios === undefined) && (missing11 = "scenarios"))) || ((data.type === undefined) && (missing11 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: missing11},message:"must have required property '"+missing11+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs140 = errors;
if(typeof data.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/id",schemaPath:"#/oneOf/3/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs140 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.at !== undefined){
let data72 = data.at;
const _errs142 = errors;
if(!((typeof data72 == "number") && (isFinite(data72)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/3/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid26 = _errs142 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.slowestMs !== undefined){
let data73 = data.slowestMs;
const _errs144 = errors;
if(!((typeof data73 == "number") && (isFinite(data73)))){
validate20.errors = [{instancePath:instancePath+"/slowestMs",schemaPath:"#/oneOf/3/properties/slowestMs/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid26 = _errs144 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.scenarios !== undefined){
let data74 = data.scenarios;
const _errs146 = errors;
if(errors === _errs146){
if(Array.isArray(data74)){
var valid27 = true;
const len11 = data74.length;
for(let i11=0; i11<len11; i11++){
let data75 = data74[i11];
const _errs148 = errors;
if(errors === _errs148){
if(data75 && typeof data75 == "object" && !Array.isArray(data75)){
let missing12;
if((((data75.id === undefined) && (missing12 = "id")) || ((data75.planned === undefined) && (missing12 = "planned"))) || ((data75.driven === undefined) && (missing12 = "driven"))){
validate20.errors = [{instancePath:instancePath+"/scenarios/" + i11,schemaPath:"#/oneOf/3/properties/scenarios/items/required",keyword:"required",params:{missingProperty: missing12},message:"must have required property '"+missing12+"'"}];
return false;
}
else {
if(data75.id !== undefined){
const _errs150 = errors;
if(typeof data75.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/scenarios/" + i11+"/id",schemaPath:"#/oneOf/3/properties/scenarios/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid28 = _errs150 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data75.planned !== undefined){
let data77 = data75.planned;
const _errs152 = errors;
if(!((typeof data77 == "number") && (isFinite(data77)))){
validate20.errors = [{instancePath:instancePath+"/scenarios/" + i11+"/planned",schemaPath:"#/oneOf/3/properties/scenarios/items/properties/planned/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid28 = _errs152 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data75.driven !== undefined){
let data78 = data75.driven;
const _errs154 = errors;
if(!((typeof data78 == "number") && (isFinite(data78)))){
validate20.errors = [{instancePath:instancePath+"/scenarios/" + i11+"/driven",schemaPath:"#/oneOf/3/properties/scenarios/items/properties/driven/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid28 = _errs154 === errors;
}
else {
var valid28 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/scenarios/" + i11,schemaPath:"#/oneOf/3/properties/scenarios/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid27 = _errs148 === errors;
if(!valid27){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/scenarios",schemaPath:"#/oneOf/3/properties/scenarios/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid26 = _errs146 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.cut !== undefined){
let data79 = data.cut;
const _errs156 = errors;
if(!((((data79 === "webhooks-slow") || (data79 === "one-at-a-time")) || (data79 === "out-of-time")) || (data79 === "orders-ended"))){
validate20.errors = [{instancePath:instancePath+"/cut",schemaPath:"#/oneOf/3/properties/cut/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[3].properties.cut.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid26 = _errs156 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data.type !== undefined){
const _errs157 = errors;
if(!(data.type === "plan")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/3/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[3].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid26 = _errs157 === errors;
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
if(props0 !== true){
props0 = props0 || {};
props0.id = true;
props0.at = true;
props0.slowestMs = true;
props0.scenarios = true;
props0.cut = true;
props0.type = true;
}
}
else if(tag0 === "journey"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing13;
if((((((data.id === undefined) && (missing13 = "id")) || ((data.scenario === undefined) && (missing13 = "scenario"))) || ((data.order === undefined) && (missing13 = "order"))) || ((data.from === undefined) && (missing13 = "from"))) || ((data.type === undefined) && (missing13 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty: missing13},message:"must have required property '"+missing13+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs159 = errors;
if(typeof data.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/id",schemaPath:"#/oneOf/4/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid30 = _errs159 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data.scenario !== undefined){
const _errs161 = errors;
if(typeof data.scenario !== "string"){
validate20.errors = [{instancePath:instancePath+"/scenario",schemaPath:"#/oneOf/4/properties/scenario/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid30 = _errs161 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data.order !== undefined){
const _errs163 = errors;
if(typeof data.order !== "string"){
validate20.errors = [{instancePath:instancePath+"/order",schemaPath:"#/oneOf/4/properties/order/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid30 = _errs163 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data.from !== undefined){
let data84 = data.from;
const _errs165 = errors;
if(!((typeof data84 == "number") && (isFinite(data84)))){
validate20.errors = [{instancePath:instancePath+"/from",schemaPath:"#/oneOf/4/properties/from/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid30 = _errs165 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data.to !== undefined){
let data85 = data.to;
const _errs167 = errors;
if(!((typeof data85 == "number") && (isFinite(data85)))){
validate20.errors = [{instancePath:instancePath+"/to",schemaPath:"#/oneOf/4/properties/to/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid30 = _errs167 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data.alone !== undefined){
let data86 = data.alone;
const _errs169 = errors;
if(!((typeof data86 == "number") && (isFinite(data86)))){
validate20.errors = [{instancePath:instancePath+"/alone",schemaPath:"#/oneOf/4/properties/alone/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid30 = _errs169 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data.hidden !== undefined){
const _errs171 = errors;
if(typeof data.hidden !== "string"){
validate20.errors = [{instancePath:instancePath+"/hidden",schemaPath:"#/oneOf/4/properties/hidden/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid30 = _errs171 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data.type !== undefined){
const _errs173 = errors;
if(!(data.type === "journey")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/4/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[4].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid30 = _errs173 === errors;
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
}
if(props0 !== true){
props0 = props0 || {};
props0.id = true;
props0.scenario = true;
props0.order = true;
props0.from = true;
props0.to = true;
props0.alone = true;
props0.hidden = true;
props0.type = true;
}
}
else if(tag0 === "step"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing14;
if((((((data.journey === undefined) && (missing14 = "journey")) || ((data.event === undefined) && (missing14 = "event"))) || ((data.exchange === undefined) && (missing14 = "exchange"))) || ((data.at === undefined) && (missing14 = "at"))) || ((data.type === undefined) && (missing14 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty: missing14},message:"must have required property '"+missing14+"'"}];
return false;
}
else {
if(data.journey !== undefined){
const _errs175 = errors;
if(typeof data.journey !== "string"){
validate20.errors = [{instancePath:instancePath+"/journey",schemaPath:"#/oneOf/5/properties/journey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs175 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data.event !== undefined){
let data90 = data.event;
const _errs177 = errors;
if(!((((((data90 === "deposit_detected") || (data90 === "deposit_confirmed")) || (data90 === "disburse")) || (data90 === "wrong_chain")) || (data90 === "expire")) || (data90 === "fail"))){
validate20.errors = [{instancePath:instancePath+"/event",schemaPath:"#/oneOf/5/properties/event/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[5].properties.event.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid32 = _errs177 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data.exchange !== undefined){
const _errs178 = errors;
if(typeof data.exchange !== "string"){
validate20.errors = [{instancePath:instancePath+"/exchange",schemaPath:"#/oneOf/5/properties/exchange/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs178 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data.at !== undefined){
let data92 = data.at;
const _errs180 = errors;
if(!((typeof data92 == "number") && (isFinite(data92)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/5/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid32 = _errs180 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data.receivedAmount !== undefined){
const _errs182 = errors;
if(typeof data.receivedAmount !== "string"){
validate20.errors = [{instancePath:instancePath+"/receivedAmount",schemaPath:"#/oneOf/5/properties/receivedAmount/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs182 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data.receivedNetwork !== undefined){
const _errs184 = errors;
if(typeof data.receivedNetwork !== "string"){
validate20.errors = [{instancePath:instancePath+"/receivedNetwork",schemaPath:"#/oneOf/5/properties/receivedNetwork/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs184 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data.type !== undefined){
const _errs186 = errors;
if(!(data.type === "step")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/5/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[5].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid32 = _errs186 === errors;
}
else {
var valid32 = true;
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
let missing15;
if(((((((data.id === undefined) && (missing15 = "id")) || ((data.attempt === undefined) && (missing15 = "attempt"))) || ((data.sentAt === undefined) && (missing15 = "sentAt"))) || ((data.endedAt === undefined) && (missing15 = "endedAt"))) || ((data.request === undefined) && (missing15 = "request"))) || ((data.type === undefined) && (missing15 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/6/required",keyword:"required",params:{missingProperty: missing15},message:"must have required property '"+missing15+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs188 = errors;
if(typeof data.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/id",schemaPath:"#/oneOf/6/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs188 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.scenario !== undefined){
const _errs190 = errors;
if(typeof data.scenario !== "string"){
validate20.errors = [{instancePath:instancePath+"/scenario",schemaPath:"#/oneOf/6/properties/scenario/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs190 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.journey !== undefined){
const _errs192 = errors;
if(typeof data.journey !== "string"){
validate20.errors = [{instancePath:instancePath+"/journey",schemaPath:"#/oneOf/6/properties/journey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs192 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.operation !== undefined){
const _errs194 = errors;
if(typeof data.operation !== "string"){
validate20.errors = [{instancePath:instancePath+"/operation",schemaPath:"#/oneOf/6/properties/operation/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs194 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.condition !== undefined){
const _errs196 = errors;
if(typeof data.condition !== "string"){
validate20.errors = [{instancePath:instancePath+"/condition",schemaPath:"#/oneOf/6/properties/condition/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs196 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.attempt !== undefined){
let data101 = data.attempt;
const _errs198 = errors;
if(!((typeof data101 == "number") && (isFinite(data101)))){
validate20.errors = [{instancePath:instancePath+"/attempt",schemaPath:"#/oneOf/6/properties/attempt/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid34 = _errs198 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.sentAt !== undefined){
let data102 = data.sentAt;
const _errs200 = errors;
if(!((typeof data102 == "number") && (isFinite(data102)))){
validate20.errors = [{instancePath:instancePath+"/sentAt",schemaPath:"#/oneOf/6/properties/sentAt/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid34 = _errs200 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.endedAt !== undefined){
let data103 = data.endedAt;
const _errs202 = errors;
if(!((typeof data103 == "number") && (isFinite(data103)))){
validate20.errors = [{instancePath:instancePath+"/endedAt",schemaPath:"#/oneOf/6/properties/endedAt/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid34 = _errs202 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.request !== undefined){
let data104 = data.request;
const _errs204 = errors;
if(errors === _errs204){
if(data104 && typeof data104 == "object" && !Array.isArray(data104)){
let missing16;
if((((data104.method === undefined) && (missing16 = "method")) || ((data104.url === undefined) && (missing16 = "url"))) || ((data104.headers === undefined) && (missing16 = "headers"))){
validate20.errors = [{instancePath:instancePath+"/request",schemaPath:"#/oneOf/6/properties/request/required",keyword:"required",params:{missingProperty: missing16},message:"must have required property '"+missing16+"'"}];
return false;
}
else {
if(data104.method !== undefined){
const _errs206 = errors;
if(typeof data104.method !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/method",schemaPath:"#/oneOf/6/properties/request/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid35 = _errs206 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data104.url !== undefined){
const _errs208 = errors;
if(typeof data104.url !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/url",schemaPath:"#/oneOf/6/properties/request/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid35 = _errs208 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data104.headers !== undefined){
let data107 = data104.headers;
const _errs210 = errors;
if(errors === _errs210){
if(Array.isArray(data107)){
var valid36 = true;
const len12 = data107.length;
for(let i12=0; i12<len12; i12++){
let data108 = data107[i12];
const _errs212 = errors;
if(errors === _errs212){
if(Array.isArray(data108)){
if(data108.length > 2){
validate20.errors = [{instancePath:instancePath+"/request/headers/" + i12,schemaPath:"#/oneOf/6/properties/request/properties/headers/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"}];
return false;
}
else {
if(data108.length < 2){
validate20.errors = [{instancePath:instancePath+"/request/headers/" + i12,schemaPath:"#/oneOf/6/properties/request/properties/headers/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"}];
return false;
}
else {
var valid37 = true;
const len13 = data108.length;
for(let i13=0; i13<len13; i13++){
const _errs214 = errors;
if(typeof data108[i13] !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/headers/" + i12+"/" + i13,schemaPath:"#/oneOf/6/properties/request/properties/headers/items/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid37 = _errs214 === errors;
if(!valid37){
break;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/request/headers/" + i12,schemaPath:"#/oneOf/6/properties/request/properties/headers/items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid36 = _errs212 === errors;
if(!valid36){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/request/headers",schemaPath:"#/oneOf/6/properties/request/properties/headers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid35 = _errs210 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data104.body !== undefined){
let data110 = data104.body;
const _errs216 = errors;
if(errors === _errs216){
if(data110 && typeof data110 == "object" && !Array.isArray(data110)){
let missing17;
if(((data110.size === undefined) && (missing17 = "size")) || ((data110.sha256 === undefined) && (missing17 = "sha256"))){
validate20.errors = [{instancePath:instancePath+"/request/body",schemaPath:"#/oneOf/6/properties/request/properties/body/required",keyword:"required",params:{missingProperty: missing17},message:"must have required property '"+missing17+"'"}];
return false;
}
else {
if(data110.size !== undefined){
let data111 = data110.size;
const _errs218 = errors;
if(!((typeof data111 == "number") && (isFinite(data111)))){
validate20.errors = [{instancePath:instancePath+"/request/body/size",schemaPath:"#/oneOf/6/properties/request/properties/body/properties/size/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid38 = _errs218 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data110.sha256 !== undefined){
const _errs220 = errors;
if(typeof data110.sha256 !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/body/sha256",schemaPath:"#/oneOf/6/properties/request/properties/body/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid38 = _errs220 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data110.text !== undefined){
const _errs222 = errors;
if(typeof data110.text !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/body/text",schemaPath:"#/oneOf/6/properties/request/properties/body/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid38 = _errs222 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data110.base64 !== undefined){
let data114 = data110.base64;
const _errs224 = errors;
if(errors === _errs224){
if(typeof data114 === "string"){
if(!pattern7.test(data114)){
validate20.errors = [{instancePath:instancePath+"/request/body/base64",schemaPath:"#/oneOf/6/properties/request/properties/body/properties/base64/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9+/]*={0,2}$"},message:"must match pattern \""+"^[A-Za-z0-9+/]*={0,2}$"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/request/body/base64",schemaPath:"#/oneOf/6/properties/request/properties/body/properties/base64/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid38 = _errs224 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data110.decoded !== undefined){
const _errs226 = errors;
if(typeof data110.decoded !== "string"){
validate20.errors = [{instancePath:instancePath+"/request/body/decoded",schemaPath:"#/oneOf/6/properties/request/properties/body/properties/decoded/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid38 = _errs226 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data110.altered !== undefined){
const _errs228 = errors;
if(!(data110.altered === true)){
validate20.errors = [{instancePath:instancePath+"/request/body/altered",schemaPath:"#/oneOf/6/properties/request/properties/body/properties/altered/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[6].properties.request.properties.body.properties.altered.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid38 = _errs228 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data110.cut !== undefined){
let data117 = data110.cut;
const _errs229 = errors;
if(!((typeof data117 == "number") && (isFinite(data117)))){
validate20.errors = [{instancePath:instancePath+"/request/body/cut",schemaPath:"#/oneOf/6/properties/request/properties/body/properties/cut/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid38 = _errs229 === errors;
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
else {
validate20.errors = [{instancePath:instancePath+"/request/body",schemaPath:"#/oneOf/6/properties/request/properties/body/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid35 = _errs216 === errors;
}
else {
var valid35 = true;
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/request",schemaPath:"#/oneOf/6/properties/request/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid34 = _errs204 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.response !== undefined){
let data118 = data.response;
const _errs231 = errors;
if(errors === _errs231){
if(data118 && typeof data118 == "object" && !Array.isArray(data118)){
let missing18;
if((((data118.status === undefined) && (missing18 = "status")) || ((data118.headers === undefined) && (missing18 = "headers"))) || ((data118.body === undefined) && (missing18 = "body"))){
validate20.errors = [{instancePath:instancePath+"/response",schemaPath:"#/oneOf/6/properties/response/required",keyword:"required",params:{missingProperty: missing18},message:"must have required property '"+missing18+"'"}];
return false;
}
else {
if(data118.status !== undefined){
let data119 = data118.status;
const _errs233 = errors;
if(!((typeof data119 == "number") && (isFinite(data119)))){
validate20.errors = [{instancePath:instancePath+"/response/status",schemaPath:"#/oneOf/6/properties/response/properties/status/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid39 = _errs233 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data118.headers !== undefined){
let data120 = data118.headers;
const _errs235 = errors;
if(errors === _errs235){
if(Array.isArray(data120)){
var valid40 = true;
const len14 = data120.length;
for(let i14=0; i14<len14; i14++){
let data121 = data120[i14];
const _errs237 = errors;
if(errors === _errs237){
if(Array.isArray(data121)){
if(data121.length > 2){
validate20.errors = [{instancePath:instancePath+"/response/headers/" + i14,schemaPath:"#/oneOf/6/properties/response/properties/headers/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"}];
return false;
}
else {
if(data121.length < 2){
validate20.errors = [{instancePath:instancePath+"/response/headers/" + i14,schemaPath:"#/oneOf/6/properties/response/properties/headers/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"}];
return false;
}
else {
var valid41 = true;
const len15 = data121.length;
for(let i15=0; i15<len15; i15++){
const _errs239 = errors;
if(typeof data121[i15] !== "string"){
validate20.errors = [{instancePath:instancePath+"/response/headers/" + i14+"/" + i15,schemaPath:"#/oneOf/6/properties/response/properties/headers/items/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid41 = _errs239 === errors;
if(!valid41){
break;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/response/headers/" + i14,schemaPath:"#/oneOf/6/properties/response/properties/headers/items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid40 = _errs237 === errors;
if(!valid40){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/response/headers",schemaPath:"#/oneOf/6/properties/response/properties/headers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid39 = _errs235 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data118.body !== undefined){
let data123 = data118.body;
const _errs241 = errors;
if(errors === _errs241){
if(data123 && typeof data123 == "object" && !Array.isArray(data123)){
let missing19;
if(((data123.size === undefined) && (missing19 = "size")) || ((data123.sha256 === undefined) && (missing19 = "sha256"))){
validate20.errors = [{instancePath:instancePath+"/response/body",schemaPath:"#/oneOf/6/properties/response/properties/body/required",keyword:"required",params:{missingProperty: missing19},message:"must have required property '"+missing19+"'"}];
return false;
}
else {
if(data123.size !== undefined){
let data124 = data123.size;
const _errs243 = errors;
if(!((typeof data124 == "number") && (isFinite(data124)))){
validate20.errors = [{instancePath:instancePath+"/response/body/size",schemaPath:"#/oneOf/6/properties/response/properties/body/properties/size/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid42 = _errs243 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data123.sha256 !== undefined){
const _errs245 = errors;
if(typeof data123.sha256 !== "string"){
validate20.errors = [{instancePath:instancePath+"/response/body/sha256",schemaPath:"#/oneOf/6/properties/response/properties/body/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid42 = _errs245 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data123.text !== undefined){
const _errs247 = errors;
if(typeof data123.text !== "string"){
validate20.errors = [{instancePath:instancePath+"/response/body/text",schemaPath:"#/oneOf/6/properties/response/properties/body/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid42 = _errs247 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data123.base64 !== undefined){
let data127 = data123.base64;
const _errs249 = errors;
if(errors === _errs249){
if(typeof data127 === "string"){
if(!pattern7.test(data127)){
validate20.errors = [{instancePath:instancePath+"/response/body/base64",schemaPath:"#/oneOf/6/properties/response/properties/body/properties/base64/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9+/]*={0,2}$"},message:"must match pattern \""+"^[A-Za-z0-9+/]*={0,2}$"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/response/body/base64",schemaPath:"#/oneOf/6/properties/response/properties/body/properties/base64/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid42 = _errs249 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data123.decoded !== undefined){
const _errs251 = errors;
if(typeof data123.decoded !== "string"){
validate20.errors = [{instancePath:instancePath+"/response/body/decoded",schemaPath:"#/oneOf/6/properties/response/properties/body/properties/decoded/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid42 = _errs251 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data123.altered !== undefined){
const _errs253 = errors;
if(!(data123.altered === true)){
validate20.errors = [{instancePath:instancePath+"/response/body/altered",schemaPath:"#/oneOf/6/properties/response/properties/body/properties/altered/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[6].properties.response.properties.body.properties.altered.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid42 = _errs253 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data123.cut !== undefined){
let data130 = data123.cut;
const _errs254 = errors;
if(!((typeof data130 == "number") && (isFinite(data130)))){
validate20.errors = [{instancePath:instancePath+"/response/body/cut",schemaPath:"#/oneOf/6/properties/response/properties/body/properties/cut/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid42 = _errs254 === errors;
}
else {
var valid42 = true;
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
validate20.errors = [{instancePath:instancePath+"/response/body",schemaPath:"#/oneOf/6/properties/response/properties/body/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid39 = _errs241 === errors;
}
else {
var valid39 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/response",schemaPath:"#/oneOf/6/properties/response/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid34 = _errs231 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.failure !== undefined){
let data131 = data.failure;
const _errs256 = errors;
if(errors === _errs256){
if(data131 && typeof data131 == "object" && !Array.isArray(data131)){
let missing20;
if(((data131.kind === undefined) && (missing20 = "kind")) || ((data131.message === undefined) && (missing20 = "message"))){
validate20.errors = [{instancePath:instancePath+"/failure",schemaPath:"#/oneOf/6/properties/failure/required",keyword:"required",params:{missingProperty: missing20},message:"must have required property '"+missing20+"'"}];
return false;
}
else {
if(data131.kind !== undefined){
let data132 = data131.kind;
const _errs258 = errors;
if(!((((((data132 === "unreachable") || (data132 === "dropped")) || (data132 === "timeout")) || (data132 === "cut")) || (data132 === "aborted")) || (data132 === "not-http"))){
validate20.errors = [{instancePath:instancePath+"/failure/kind",schemaPath:"#/oneOf/6/properties/failure/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[6].properties.failure.properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid43 = _errs258 === errors;
}
else {
var valid43 = true;
}
if(valid43){
if(data131.code !== undefined){
const _errs259 = errors;
if(typeof data131.code !== "string"){
validate20.errors = [{instancePath:instancePath+"/failure/code",schemaPath:"#/oneOf/6/properties/failure/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid43 = _errs259 === errors;
}
else {
var valid43 = true;
}
if(valid43){
if(data131.message !== undefined){
const _errs261 = errors;
if(typeof data131.message !== "string"){
validate20.errors = [{instancePath:instancePath+"/failure/message",schemaPath:"#/oneOf/6/properties/failure/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid43 = _errs261 === errors;
}
else {
var valid43 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/failure",schemaPath:"#/oneOf/6/properties/failure/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid34 = _errs256 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.leaked !== undefined){
let data135 = data.leaked;
const _errs263 = errors;
if(errors === _errs263){
if(Array.isArray(data135)){
var valid44 = true;
const len16 = data135.length;
for(let i16=0; i16<len16; i16++){
const _errs265 = errors;
if(typeof data135[i16] !== "string"){
validate20.errors = [{instancePath:instancePath+"/leaked/" + i16,schemaPath:"#/oneOf/6/properties/leaked/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid44 = _errs265 === errors;
if(!valid44){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/leaked",schemaPath:"#/oneOf/6/properties/leaked/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid34 = _errs263 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data.type !== undefined){
const _errs267 = errors;
if(!(data.type === "exchange")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/6/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[6].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid34 = _errs267 === errors;
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
let missing21;
if((((((((((((data.id === undefined) && (missing21 = "id")) || ((data.at === undefined) && (missing21 = "at"))) || ((data.method === undefined) && (missing21 = "method"))) || ((data.path === undefined) && (missing21 = "path"))) || ((data.headers === undefined) && (missing21 = "headers"))) || ((data.body === undefined) && (missing21 = "body"))) || ((data.complete === undefined) && (missing21 = "complete"))) || ((data.ours === undefined) && (missing21 = "ours"))) || ((data.answer === undefined) && (missing21 = "answer"))) || ((data.signatures === undefined) && (missing21 = "signatures"))) || ((data.type === undefined) && (missing21 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/7/required",keyword:"required",params:{missingProperty: missing21},message:"must have required property '"+missing21+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs269 = errors;
if(typeof data.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/id",schemaPath:"#/oneOf/7/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid46 = _errs269 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data.at !== undefined){
let data139 = data.at;
const _errs271 = errors;
if(!((typeof data139 == "number") && (isFinite(data139)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/7/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid46 = _errs271 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data.method !== undefined){
const _errs273 = errors;
if(typeof data.method !== "string"){
validate20.errors = [{instancePath:instancePath+"/method",schemaPath:"#/oneOf/7/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid46 = _errs273 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data.path !== undefined){
const _errs275 = errors;
if(typeof data.path !== "string"){
validate20.errors = [{instancePath:instancePath+"/path",schemaPath:"#/oneOf/7/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid46 = _errs275 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data.headers !== undefined){
let data142 = data.headers;
const _errs277 = errors;
if(errors === _errs277){
if(Array.isArray(data142)){
var valid47 = true;
const len17 = data142.length;
for(let i17=0; i17<len17; i17++){
let data143 = data142[i17];
const _errs279 = errors;
if(errors === _errs279){
if(Array.isArray(data143)){
if(data143.length > 2){
validate20.errors = [{instancePath:instancePath+"/headers/" + i17,schemaPath:"#/oneOf/7/properties/headers/items/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items"}];
return false;
}
else {
if(data143.length < 2){
validate20.errors = [{instancePath:instancePath+"/headers/" + i17,schemaPath:"#/oneOf/7/properties/headers/items/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"}];
return false;
}
else {
var valid48 = true;
const len18 = data143.length;
for(let i18=0; i18<len18; i18++){
const _errs281 = errors;
if(typeof data143[i18] !== "string"){
validate20.errors = [{instancePath:instancePath+"/headers/" + i17+"/" + i18,schemaPath:"#/oneOf/7/properties/headers/items/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid48 = _errs281 === errors;
if(!valid48){
break;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/headers/" + i17,schemaPath:"#/oneOf/7/properties/headers/items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs279 === errors;
if(!valid47){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/headers",schemaPath:"#/oneOf/7/properties/headers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid46 = _errs277 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data.body !== undefined){
let data145 = data.body;
const _errs283 = errors;
if(errors === _errs283){
if(data145 && typeof data145 == "object" && !Array.isArray(data145)){
let missing22;
if(((data145.size === undefined) && (missing22 = "size")) || ((data145.sha256 === undefined) && (missing22 = "sha256"))){
validate20.errors = [{instancePath:instancePath+"/body",schemaPath:"#/oneOf/7/properties/body/required",keyword:"required",params:{missingProperty: missing22},message:"must have required property '"+missing22+"'"}];
return false;
}
else {
if(data145.size !== undefined){
let data146 = data145.size;
const _errs285 = errors;
if(!((typeof data146 == "number") && (isFinite(data146)))){
validate20.errors = [{instancePath:instancePath+"/body/size",schemaPath:"#/oneOf/7/properties/body/properties/size/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid49 = _errs285 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data145.sha256 !== undefined){
const _errs287 = errors;
if(typeof data145.sha256 !== "string"){
validate20.errors = [{instancePath:instancePath+"/body/sha256",schemaPath:"#/oneOf/7/properties/body/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid49 = _errs287 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data145.text !== undefined){
const _errs289 = errors;
if(typeof data145.text !== "string"){
validate20.errors = [{instancePath:instancePath+"/body/text",schemaPath:"#/oneOf/7/properties/body/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid49 = _errs289 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data145.base64 !== undefined){
let data149 = data145.base64;
const _errs291 = errors;
if(errors === _errs291){
if(typeof data149 === "string"){
if(!pattern7.test(data149)){
validate20.errors = [{instancePath:instancePath+"/body/base64",schemaPath:"#/oneOf/7/properties/body/properties/base64/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9+/]*={0,2}$"},message:"must match pattern \""+"^[A-Za-z0-9+/]*={0,2}$"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/body/base64",schemaPath:"#/oneOf/7/properties/body/properties/base64/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid49 = _errs291 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data145.decoded !== undefined){
const _errs293 = errors;
if(typeof data145.decoded !== "string"){
validate20.errors = [{instancePath:instancePath+"/body/decoded",schemaPath:"#/oneOf/7/properties/body/properties/decoded/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid49 = _errs293 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data145.altered !== undefined){
const _errs295 = errors;
if(!(data145.altered === true)){
validate20.errors = [{instancePath:instancePath+"/body/altered",schemaPath:"#/oneOf/7/properties/body/properties/altered/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[7].properties.body.properties.altered.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid49 = _errs295 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data145.cut !== undefined){
let data152 = data145.cut;
const _errs296 = errors;
if(!((typeof data152 == "number") && (isFinite(data152)))){
validate20.errors = [{instancePath:instancePath+"/body/cut",schemaPath:"#/oneOf/7/properties/body/properties/cut/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid49 = _errs296 === errors;
}
else {
var valid49 = true;
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
validate20.errors = [{instancePath:instancePath+"/body",schemaPath:"#/oneOf/7/properties/body/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid46 = _errs283 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data.complete !== undefined){
const _errs298 = errors;
if(typeof data.complete !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/complete",schemaPath:"#/oneOf/7/properties/complete/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid46 = _errs298 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data.ours !== undefined){
const _errs300 = errors;
if(typeof data.ours !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/ours",schemaPath:"#/oneOf/7/properties/ours/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid46 = _errs300 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data.answer !== undefined){
let data155 = data.answer;
const _errs302 = errors;
if(errors === _errs302){
if(data155 && typeof data155 == "object" && !Array.isArray(data155)){
let missing23;
if(((data155.kind === undefined) && (missing23 = "kind")) || ((data155.refused === undefined) && (missing23 = "refused"))){
validate20.errors = [{instancePath:instancePath+"/answer",schemaPath:"#/oneOf/7/properties/answer/required",keyword:"required",params:{missingProperty: missing23},message:"must have required property '"+missing23+"'"}];
return false;
}
else {
if(data155.kind !== undefined){
let data156 = data155.kind;
const _errs304 = errors;
if(!(((data156 === "status") || (data156 === "slow")) || (data156 === "drop"))){
validate20.errors = [{instancePath:instancePath+"/answer/kind",schemaPath:"#/oneOf/7/properties/answer/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[7].properties.answer.properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid50 = _errs304 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data155.status !== undefined){
let data157 = data155.status;
const _errs305 = errors;
if(!((typeof data157 == "number") && (isFinite(data157)))){
validate20.errors = [{instancePath:instancePath+"/answer/status",schemaPath:"#/oneOf/7/properties/answer/properties/status/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid50 = _errs305 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data155.afterMs !== undefined){
let data158 = data155.afterMs;
const _errs307 = errors;
if(!((typeof data158 == "number") && (isFinite(data158)))){
validate20.errors = [{instancePath:instancePath+"/answer/afterMs",schemaPath:"#/oneOf/7/properties/answer/properties/afterMs/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid50 = _errs307 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data155.refused !== undefined){
const _errs309 = errors;
if(typeof data155.refused !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/answer/refused",schemaPath:"#/oneOf/7/properties/answer/properties/refused/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid50 = _errs309 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data155.joined !== undefined){
const _errs311 = errors;
if(typeof data155.joined !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/answer/joined",schemaPath:"#/oneOf/7/properties/answer/properties/joined/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
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
else {
validate20.errors = [{instancePath:instancePath+"/answer",schemaPath:"#/oneOf/7/properties/answer/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid46 = _errs302 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data.signatures !== undefined){
let data161 = data.signatures;
const _errs313 = errors;
if(errors === _errs313){
if(Array.isArray(data161)){
var valid51 = true;
const len19 = data161.length;
for(let i19=0; i19<len19; i19++){
let data162 = data161[i19];
const _errs315 = errors;
if(errors === _errs315){
if(data162 && typeof data162 == "object" && !Array.isArray(data162)){
let missing24;
if(((((((data162.header === undefined) && (missing24 = "header")) || ((data162.t === undefined) && (missing24 = "t"))) || ((data162.v1 === undefined) && (missing24 = "v1"))) || ((data162.wellFormed === undefined) && (missing24 = "wellFormed"))) || ((data162.others === undefined) && (missing24 = "others"))) || ((data162.slots === undefined) && (missing24 = "slots"))){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19,schemaPath:"#/oneOf/7/properties/signatures/items/required",keyword:"required",params:{missingProperty: missing24},message:"must have required property '"+missing24+"'"}];
return false;
}
else {
if(data162.header !== undefined){
const _errs317 = errors;
if(typeof data162.header !== "string"){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19+"/header",schemaPath:"#/oneOf/7/properties/signatures/items/properties/header/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid52 = _errs317 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data162.t !== undefined){
let data164 = data162.t;
const _errs319 = errors;
if(errors === _errs319){
if(Array.isArray(data164)){
var valid53 = true;
const len20 = data164.length;
for(let i20=0; i20<len20; i20++){
const _errs321 = errors;
if(typeof data164[i20] !== "string"){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19+"/t/" + i20,schemaPath:"#/oneOf/7/properties/signatures/items/properties/t/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid53 = _errs321 === errors;
if(!valid53){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19+"/t",schemaPath:"#/oneOf/7/properties/signatures/items/properties/t/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid52 = _errs319 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data162.v1 !== undefined){
let data166 = data162.v1;
const _errs323 = errors;
if(!((typeof data166 == "number") && (isFinite(data166)))){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19+"/v1",schemaPath:"#/oneOf/7/properties/signatures/items/properties/v1/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid52 = _errs323 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data162.wellFormed !== undefined){
let data167 = data162.wellFormed;
const _errs325 = errors;
if(!((typeof data167 == "number") && (isFinite(data167)))){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19+"/wellFormed",schemaPath:"#/oneOf/7/properties/signatures/items/properties/wellFormed/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid52 = _errs325 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data162.others !== undefined){
let data168 = data162.others;
const _errs327 = errors;
if(errors === _errs327){
if(Array.isArray(data168)){
var valid54 = true;
const len21 = data168.length;
for(let i21=0; i21<len21; i21++){
const _errs329 = errors;
if(typeof data168[i21] !== "string"){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19+"/others/" + i21,schemaPath:"#/oneOf/7/properties/signatures/items/properties/others/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid54 = _errs329 === errors;
if(!valid54){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19+"/others",schemaPath:"#/oneOf/7/properties/signatures/items/properties/others/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid52 = _errs327 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data162.slots !== undefined){
let data170 = data162.slots;
const _errs331 = errors;
if(errors === _errs331){
if(Array.isArray(data170)){
var valid55 = true;
const len22 = data170.length;
for(let i22=0; i22<len22; i22++){
let data171 = data170[i22];
const _errs333 = errors;
if(!((typeof data171 == "number") && (isFinite(data171)))){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19+"/slots/" + i22,schemaPath:"#/oneOf/7/properties/signatures/items/properties/slots/items/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid55 = _errs333 === errors;
if(!valid55){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19+"/slots",schemaPath:"#/oneOf/7/properties/signatures/items/properties/slots/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid52 = _errs331 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data162.nearMiss !== undefined){
let data172 = data162.nearMiss;
const _errs335 = errors;
if(!((((((((((((((((((((((data172 === "reserialised-body") || (data172 === "trimmed-body")) || (data172 === "bom")) || (data172 === "line-feed")) || (data172 === "line-ends")) || (data172 === "other-encoding")) || (data172 === "normalised-body")) || (data172 === "before-coding")) || (data172 === "body-only")) || (data172 === "no-dot")) || (data172 === "other-separator")) || (data172 === "uppercase-hex")) || (data172 === "unpadded-hex")) || (data172 === "base64")) || (data172 === "sha1")) || (data172 === "sha512")) || (data172 === "plain-sha256")) || (data172 === "bare-secret")) || (data172 === "decoded-secret")) || (data172 === "padded-secret")) || (data172 === "other-t")) || (data172 === "truncated"))){
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19+"/nearMiss",schemaPath:"#/oneOf/7/properties/signatures/items/properties/nearMiss/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[7].properties.signatures.items.properties.nearMiss.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid52 = _errs335 === errors;
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
}
else {
validate20.errors = [{instancePath:instancePath+"/signatures/" + i19,schemaPath:"#/oneOf/7/properties/signatures/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid51 = _errs315 === errors;
if(!valid51){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/signatures",schemaPath:"#/oneOf/7/properties/signatures/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid46 = _errs313 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data.leaked !== undefined){
let data173 = data.leaked;
const _errs336 = errors;
if(errors === _errs336){
if(Array.isArray(data173)){
var valid56 = true;
const len23 = data173.length;
for(let i23=0; i23<len23; i23++){
const _errs338 = errors;
if(typeof data173[i23] !== "string"){
validate20.errors = [{instancePath:instancePath+"/leaked/" + i23,schemaPath:"#/oneOf/7/properties/leaked/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid56 = _errs338 === errors;
if(!valid56){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/leaked",schemaPath:"#/oneOf/7/properties/leaked/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid46 = _errs336 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data.type !== undefined){
const _errs340 = errors;
if(!(data.type === "delivery")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/7/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[7].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid46 = _errs340 === errors;
}
else {
var valid46 = true;
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
props0.type = true;
}
}
else if(tag0 === "wait"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing25;
if(((((((((data.journey === undefined) && (missing25 = "journey")) || ((data.kind === undefined) && (missing25 = "kind"))) || ((data.since === undefined) && (missing25 = "since"))) || ((data.from === undefined) && (missing25 = "from"))) || ((data.to === undefined) && (missing25 = "to"))) || ((data.allowed === undefined) && (missing25 = "allowed"))) || ((data.outcome === undefined) && (missing25 = "outcome"))) || ((data.type === undefined) && (missing25 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/8/required",keyword:"required",params:{missingProperty: missing25},message:"must have required property '"+missing25+"'"}];
return false;
}
else {
if(data.journey !== undefined){
const _errs342 = errors;
if(typeof data.journey !== "string"){
validate20.errors = [{instancePath:instancePath+"/journey",schemaPath:"#/oneOf/8/properties/journey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid58 = _errs342 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data.kind !== undefined){
let data177 = data.kind;
const _errs344 = errors;
if(!(((data177 === "event") || (data177 === "redelivery")) || (data177 === "quiet"))){
validate20.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/oneOf/8/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[8].properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid58 = _errs344 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data.since !== undefined){
const _errs345 = errors;
if(typeof data.since !== "string"){
validate20.errors = [{instancePath:instancePath+"/since",schemaPath:"#/oneOf/8/properties/since/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid58 = _errs345 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data.from !== undefined){
let data179 = data.from;
const _errs347 = errors;
if(!((typeof data179 == "number") && (isFinite(data179)))){
validate20.errors = [{instancePath:instancePath+"/from",schemaPath:"#/oneOf/8/properties/from/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid58 = _errs347 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data.to !== undefined){
let data180 = data.to;
const _errs349 = errors;
if(!((typeof data180 == "number") && (isFinite(data180)))){
validate20.errors = [{instancePath:instancePath+"/to",schemaPath:"#/oneOf/8/properties/to/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid58 = _errs349 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data.allowed !== undefined){
let data181 = data.allowed;
const _errs351 = errors;
if(!((typeof data181 == "number") && (isFinite(data181)))){
validate20.errors = [{instancePath:instancePath+"/allowed",schemaPath:"#/oneOf/8/properties/allowed/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid58 = _errs351 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data.outcome !== undefined){
let data182 = data.outcome;
const _errs353 = errors;
if(!(((data182 === "came") || (data182 === "missed")) || (data182 === "abandoned"))){
validate20.errors = [{instancePath:instancePath+"/outcome",schemaPath:"#/oneOf/8/properties/outcome/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[8].properties.outcome.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid58 = _errs353 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data.hungUp !== undefined){
const _errs354 = errors;
if(typeof data.hungUp !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/hungUp",schemaPath:"#/oneOf/8/properties/hungUp/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid58 = _errs354 === errors;
}
else {
var valid58 = true;
}
if(valid58){
if(data.type !== undefined){
const _errs356 = errors;
if(!(data.type === "wait")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/8/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[8].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid58 = _errs356 === errors;
}
else {
var valid58 = true;
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
props0.journey = true;
props0.kind = true;
props0.since = true;
props0.from = true;
props0.to = true;
props0.allowed = true;
props0.outcome = true;
props0.hungUp = true;
props0.type = true;
}
}
else if(tag0 === "trouble"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing26;
if((((((data.kind === undefined) && (missing26 = "kind")) || ((data.from === undefined) && (missing26 = "from"))) || ((data.to === undefined) && (missing26 = "to"))) || ((data.message === undefined) && (missing26 = "message"))) || ((data.type === undefined) && (missing26 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/9/required",keyword:"required",params:{missingProperty: missing26},message:"must have required property '"+missing26+"'"}];
return false;
}
else {
if(data.kind !== undefined){
let data185 = data.kind;
const _errs358 = errors;
if(!(((((((data185 === "target-unreachable") || (data185 === "stall")) || (data185 === "clock")) || (data185 === "tunnel-down")) || (data185 === "address-changed")) || (data185 === "receiver-limit")) || (data185 === "service-paused"))){
validate20.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/oneOf/9/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[9].properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid60 = _errs358 === errors;
}
else {
var valid60 = true;
}
if(valid60){
if(data.from !== undefined){
let data186 = data.from;
const _errs359 = errors;
if(!((typeof data186 == "number") && (isFinite(data186)))){
validate20.errors = [{instancePath:instancePath+"/from",schemaPath:"#/oneOf/9/properties/from/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid60 = _errs359 === errors;
}
else {
var valid60 = true;
}
if(valid60){
if(data.to !== undefined){
let data187 = data.to;
const _errs361 = errors;
if(!((typeof data187 == "number") && (isFinite(data187)))){
validate20.errors = [{instancePath:instancePath+"/to",schemaPath:"#/oneOf/9/properties/to/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid60 = _errs361 === errors;
}
else {
var valid60 = true;
}
if(valid60){
if(data.message !== undefined){
const _errs363 = errors;
if(typeof data.message !== "string"){
validate20.errors = [{instancePath:instancePath+"/message",schemaPath:"#/oneOf/9/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid60 = _errs363 === errors;
}
else {
var valid60 = true;
}
if(valid60){
if(data.shard !== undefined){
const _errs365 = errors;
if(typeof data.shard !== "string"){
validate20.errors = [{instancePath:instancePath+"/shard",schemaPath:"#/oneOf/9/properties/shard/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid60 = _errs365 === errors;
}
else {
var valid60 = true;
}
if(valid60){
if(data.type !== undefined){
const _errs367 = errors;
if(!(data.type === "trouble")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/9/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[9].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid60 = _errs367 === errors;
}
else {
var valid60 = true;
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
let missing27;
if((((((data.at === undefined) && (missing27 = "at")) || ((data.kind === undefined) && (missing27 = "kind"))) || ((data.name === undefined) && (missing27 = "name"))) || ((data.url === undefined) && (missing27 = "url"))) || ((data.type === undefined) && (missing27 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/10/required",keyword:"required",params:{missingProperty: missing27},message:"must have required property '"+missing27+"'"}];
return false;
}
else {
if(data.at !== undefined){
let data191 = data.at;
const _errs369 = errors;
if(!((typeof data191 == "number") && (isFinite(data191)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/10/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid62 = _errs369 === errors;
}
else {
var valid62 = true;
}
if(valid62){
if(data.kind !== undefined){
let data192 = data.kind;
const _errs371 = errors;
if(!((((data192 === "direct") || (data192 === "url")) || (data192 === "ssh")) || (data192 === "command"))){
validate20.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/oneOf/10/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[10].properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid62 = _errs371 === errors;
}
else {
var valid62 = true;
}
if(valid62){
if(data.name !== undefined){
const _errs372 = errors;
if(typeof data.name !== "string"){
validate20.errors = [{instancePath:instancePath+"/name",schemaPath:"#/oneOf/10/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid62 = _errs372 === errors;
}
else {
var valid62 = true;
}
if(valid62){
if(data.url !== undefined){
const _errs374 = errors;
if(typeof data.url !== "string"){
validate20.errors = [{instancePath:instancePath+"/url",schemaPath:"#/oneOf/10/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid62 = _errs374 === errors;
}
else {
var valid62 = true;
}
if(valid62){
if(data.addedHeaders !== undefined){
let data195 = data.addedHeaders;
const _errs376 = errors;
if(errors === _errs376){
if(Array.isArray(data195)){
var valid63 = true;
const len24 = data195.length;
for(let i24=0; i24<len24; i24++){
const _errs378 = errors;
if(typeof data195[i24] !== "string"){
validate20.errors = [{instancePath:instancePath+"/addedHeaders/" + i24,schemaPath:"#/oneOf/10/properties/addedHeaders/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid63 = _errs378 === errors;
if(!valid63){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/addedHeaders",schemaPath:"#/oneOf/10/properties/addedHeaders/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid62 = _errs376 === errors;
}
else {
var valid62 = true;
}
if(valid62){
if(data.type !== undefined){
const _errs380 = errors;
if(!(data.type === "tunnel")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/10/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[10].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid62 = _errs380 === errors;
}
else {
var valid62 = true;
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
props0.addedHeaders = true;
props0.type = true;
}
}
else if(tag0 === "malformed"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing28;
if(((((data.at === undefined) && (missing28 = "at")) || ((data.code === undefined) && (missing28 = "code"))) || ((data.packet === undefined) && (missing28 = "packet"))) || ((data.type === undefined) && (missing28 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/11/required",keyword:"required",params:{missingProperty: missing28},message:"must have required property '"+missing28+"'"}];
return false;
}
else {
if(data.at !== undefined){
let data198 = data.at;
const _errs382 = errors;
if(!((typeof data198 == "number") && (isFinite(data198)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/11/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid65 = _errs382 === errors;
}
else {
var valid65 = true;
}
if(valid65){
if(data.code !== undefined){
const _errs384 = errors;
if(typeof data.code !== "string"){
validate20.errors = [{instancePath:instancePath+"/code",schemaPath:"#/oneOf/11/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid65 = _errs384 === errors;
}
else {
var valid65 = true;
}
if(valid65){
if(data.packet !== undefined){
let data200 = data.packet;
const _errs386 = errors;
if(errors === _errs386){
if(data200 && typeof data200 == "object" && !Array.isArray(data200)){
let missing29;
if(((data200.size === undefined) && (missing29 = "size")) || ((data200.sha256 === undefined) && (missing29 = "sha256"))){
validate20.errors = [{instancePath:instancePath+"/packet",schemaPath:"#/oneOf/11/properties/packet/required",keyword:"required",params:{missingProperty: missing29},message:"must have required property '"+missing29+"'"}];
return false;
}
else {
if(data200.size !== undefined){
let data201 = data200.size;
const _errs388 = errors;
if(!((typeof data201 == "number") && (isFinite(data201)))){
validate20.errors = [{instancePath:instancePath+"/packet/size",schemaPath:"#/oneOf/11/properties/packet/properties/size/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid66 = _errs388 === errors;
}
else {
var valid66 = true;
}
if(valid66){
if(data200.sha256 !== undefined){
const _errs390 = errors;
if(typeof data200.sha256 !== "string"){
validate20.errors = [{instancePath:instancePath+"/packet/sha256",schemaPath:"#/oneOf/11/properties/packet/properties/sha256/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid66 = _errs390 === errors;
}
else {
var valid66 = true;
}
if(valid66){
if(data200.text !== undefined){
const _errs392 = errors;
if(typeof data200.text !== "string"){
validate20.errors = [{instancePath:instancePath+"/packet/text",schemaPath:"#/oneOf/11/properties/packet/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid66 = _errs392 === errors;
}
else {
var valid66 = true;
}
if(valid66){
if(data200.base64 !== undefined){
let data204 = data200.base64;
const _errs394 = errors;
if(errors === _errs394){
if(typeof data204 === "string"){
if(!pattern7.test(data204)){
validate20.errors = [{instancePath:instancePath+"/packet/base64",schemaPath:"#/oneOf/11/properties/packet/properties/base64/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9+/]*={0,2}$"},message:"must match pattern \""+"^[A-Za-z0-9+/]*={0,2}$"+"\""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/packet/base64",schemaPath:"#/oneOf/11/properties/packet/properties/base64/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid66 = _errs394 === errors;
}
else {
var valid66 = true;
}
if(valid66){
if(data200.decoded !== undefined){
const _errs396 = errors;
if(typeof data200.decoded !== "string"){
validate20.errors = [{instancePath:instancePath+"/packet/decoded",schemaPath:"#/oneOf/11/properties/packet/properties/decoded/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid66 = _errs396 === errors;
}
else {
var valid66 = true;
}
if(valid66){
if(data200.altered !== undefined){
const _errs398 = errors;
if(!(data200.altered === true)){
validate20.errors = [{instancePath:instancePath+"/packet/altered",schemaPath:"#/oneOf/11/properties/packet/properties/altered/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[11].properties.packet.properties.altered.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid66 = _errs398 === errors;
}
else {
var valid66 = true;
}
if(valid66){
if(data200.cut !== undefined){
let data207 = data200.cut;
const _errs399 = errors;
if(!((typeof data207 == "number") && (isFinite(data207)))){
validate20.errors = [{instancePath:instancePath+"/packet/cut",schemaPath:"#/oneOf/11/properties/packet/properties/cut/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid66 = _errs399 === errors;
}
else {
var valid66 = true;
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
validate20.errors = [{instancePath:instancePath+"/packet",schemaPath:"#/oneOf/11/properties/packet/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid65 = _errs386 === errors;
}
else {
var valid65 = true;
}
if(valid65){
if(data.type !== undefined){
const _errs401 = errors;
if(!(data.type === "malformed")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/11/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[11].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid65 = _errs401 === errors;
}
else {
var valid65 = true;
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
let missing30;
if((((((data.id === undefined) && (missing30 = "id")) || ((data.method === undefined) && (missing30 = "method"))) || ((data.passed === undefined) && (missing30 = "passed"))) || ((data.problems === undefined) && (missing30 = "problems"))) || ((data.type === undefined) && (missing30 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/12/required",keyword:"required",params:{missingProperty: missing30},message:"must have required property '"+missing30+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs403 = errors;
if(typeof data.id !== "string"){
validate20.errors = [{instancePath:instancePath+"/id",schemaPath:"#/oneOf/12/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid68 = _errs403 === errors;
}
else {
var valid68 = true;
}
if(valid68){
if(data.method !== undefined){
const _errs405 = errors;
if(typeof data.method !== "string"){
validate20.errors = [{instancePath:instancePath+"/method",schemaPath:"#/oneOf/12/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid68 = _errs405 === errors;
}
else {
var valid68 = true;
}
if(valid68){
if(data.passed !== undefined){
let data211 = data.passed;
const _errs407 = errors;
if(errors === _errs407){
if(Array.isArray(data211)){
var valid69 = true;
const len25 = data211.length;
for(let i25=0; i25<len25; i25++){
const _errs409 = errors;
if(typeof data211[i25] !== "string"){
validate20.errors = [{instancePath:instancePath+"/passed/" + i25,schemaPath:"#/oneOf/12/properties/passed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid69 = _errs409 === errors;
if(!valid69){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/passed",schemaPath:"#/oneOf/12/properties/passed/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid68 = _errs407 === errors;
}
else {
var valid68 = true;
}
if(valid68){
if(data.problems !== undefined){
let data213 = data.problems;
const _errs411 = errors;
if(errors === _errs411){
if(Array.isArray(data213)){
var valid70 = true;
const len26 = data213.length;
for(let i26=0; i26<len26; i26++){
let data214 = data213[i26];
const _errs413 = errors;
if(errors === _errs413){
if(data214 && typeof data214 == "object" && !Array.isArray(data214)){
let missing31;
if(((((((data214.requirement === undefined) && (missing31 = "requirement")) || ((data214.severity === undefined) && (missing31 = "severity"))) || ((data214.cause === undefined) && (missing31 = "cause"))) || ((data214.message === undefined) && (missing31 = "message"))) || ((data214.expected === undefined) && (missing31 = "expected"))) || ((data214.received === undefined) && (missing31 = "received"))){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26,schemaPath:"#/oneOf/12/properties/problems/items/required",keyword:"required",params:{missingProperty: missing31},message:"must have required property '"+missing31+"'"}];
return false;
}
else {
if(data214.requirement !== undefined){
const _errs415 = errors;
if(typeof data214.requirement !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/requirement",schemaPath:"#/oneOf/12/properties/problems/items/properties/requirement/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid71 = _errs415 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.also !== undefined){
let data216 = data214.also;
const _errs417 = errors;
if(errors === _errs417){
if(Array.isArray(data216)){
var valid72 = true;
const len27 = data216.length;
for(let i27=0; i27<len27; i27++){
const _errs419 = errors;
if(typeof data216[i27] !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/also/" + i27,schemaPath:"#/oneOf/12/properties/problems/items/properties/also/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid72 = _errs419 === errors;
if(!valid72){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/also",schemaPath:"#/oneOf/12/properties/problems/items/properties/also/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid71 = _errs417 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.severity !== undefined){
let data218 = data214.severity;
const _errs421 = errors;
if(!((data218 === "breach") || (data218 === "advice"))){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/severity",schemaPath:"#/oneOf/12/properties/problems/items/properties/severity/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[12].properties.problems.items.properties.severity.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid71 = _errs421 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.cause !== undefined){
const _errs422 = errors;
if(typeof data214.cause !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/cause",schemaPath:"#/oneOf/12/properties/problems/items/properties/cause/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid71 = _errs422 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.message !== undefined){
const _errs424 = errors;
if(typeof data214.message !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/message",schemaPath:"#/oneOf/12/properties/problems/items/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid71 = _errs424 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.expected !== undefined){
const _errs426 = errors;
if(typeof data214.expected !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/expected",schemaPath:"#/oneOf/12/properties/problems/items/properties/expected/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid71 = _errs426 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.received !== undefined){
const _errs428 = errors;
if(typeof data214.received !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/received",schemaPath:"#/oneOf/12/properties/problems/items/properties/received/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid71 = _errs428 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.context !== undefined){
let data223 = data214.context;
const _errs430 = errors;
if(errors === _errs430){
if(Array.isArray(data223)){
var valid73 = true;
const len28 = data223.length;
for(let i28=0; i28<len28; i28++){
let data224 = data223[i28];
const _errs432 = errors;
if(errors === _errs432){
if(data224 && typeof data224 == "object" && !Array.isArray(data224)){
let missing32;
if(((data224.name === undefined) && (missing32 = "name")) || ((data224.value === undefined) && (missing32 = "value"))){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/context/" + i28,schemaPath:"#/oneOf/12/properties/problems/items/properties/context/items/required",keyword:"required",params:{missingProperty: missing32},message:"must have required property '"+missing32+"'"}];
return false;
}
else {
if(data224.name !== undefined){
const _errs434 = errors;
if(typeof data224.name !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/context/" + i28+"/name",schemaPath:"#/oneOf/12/properties/problems/items/properties/context/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid74 = _errs434 === errors;
}
else {
var valid74 = true;
}
if(valid74){
if(data224.value !== undefined){
const _errs436 = errors;
if(typeof data224.value !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/context/" + i28+"/value",schemaPath:"#/oneOf/12/properties/problems/items/properties/context/items/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid74 = _errs436 === errors;
}
else {
var valid74 = true;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/context/" + i28,schemaPath:"#/oneOf/12/properties/problems/items/properties/context/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid73 = _errs432 === errors;
if(!valid73){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/context",schemaPath:"#/oneOf/12/properties/problems/items/properties/context/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid71 = _errs430 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.differences !== undefined){
let data227 = data214.differences;
const _errs438 = errors;
if(errors === _errs438){
if(Array.isArray(data227)){
var valid75 = true;
const len29 = data227.length;
for(let i29=0; i29<len29; i29++){
let data228 = data227[i29];
const _errs440 = errors;
if(errors === _errs440){
if(data228 && typeof data228 == "object" && !Array.isArray(data228)){
let missing33;
if((data228.at === undefined) && (missing33 = "at")){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/differences/" + i29,schemaPath:"#/oneOf/12/properties/problems/items/properties/differences/items/required",keyword:"required",params:{missingProperty: missing33},message:"must have required property '"+missing33+"'"}];
return false;
}
else {
if(data228.at !== undefined){
const _errs442 = errors;
if(typeof data228.at !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/differences/" + i29+"/at",schemaPath:"#/oneOf/12/properties/problems/items/properties/differences/items/properties/at/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid76 = _errs442 === errors;
}
else {
var valid76 = true;
}
if(valid76){
if(data228.expected !== undefined){
const _errs444 = errors;
if(typeof data228.expected !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/differences/" + i29+"/expected",schemaPath:"#/oneOf/12/properties/problems/items/properties/differences/items/properties/expected/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid76 = _errs444 === errors;
}
else {
var valid76 = true;
}
if(valid76){
if(data228.received !== undefined){
const _errs446 = errors;
if(typeof data228.received !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/differences/" + i29+"/received",schemaPath:"#/oneOf/12/properties/problems/items/properties/differences/items/properties/received/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid76 = _errs446 === errors;
}
else {
var valid76 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/differences/" + i29,schemaPath:"#/oneOf/12/properties/problems/items/properties/differences/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid75 = _errs440 === errors;
if(!valid75){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/differences",schemaPath:"#/oneOf/12/properties/problems/items/properties/differences/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid71 = _errs438 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.likely !== undefined){
const _errs448 = errors;
if(typeof data214.likely !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/likely",schemaPath:"#/oneOf/12/properties/problems/items/properties/likely/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid71 = _errs448 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.leadsTo !== undefined){
const _errs450 = errors;
if(typeof data214.leadsTo !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/leadsTo",schemaPath:"#/oneOf/12/properties/problems/items/properties/leadsTo/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid71 = _errs450 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.answered !== undefined){
const _errs452 = errors;
if(typeof data214.answered !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/answered",schemaPath:"#/oneOf/12/properties/problems/items/properties/answered/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid71 = _errs452 === errors;
}
else {
var valid71 = true;
}
if(valid71){
if(data214.mistakes !== undefined){
let data235 = data214.mistakes;
const _errs454 = errors;
if(errors === _errs454){
if(Array.isArray(data235)){
var valid77 = true;
const len30 = data235.length;
for(let i30=0; i30<len30; i30++){
const _errs456 = errors;
if(typeof data235[i30] !== "string"){
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/mistakes/" + i30,schemaPath:"#/oneOf/12/properties/problems/items/properties/mistakes/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid77 = _errs456 === errors;
if(!valid77){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems/" + i26+"/mistakes",schemaPath:"#/oneOf/12/properties/problems/items/properties/mistakes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid71 = _errs454 === errors;
}
else {
var valid71 = true;
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
validate20.errors = [{instancePath:instancePath+"/problems/" + i26,schemaPath:"#/oneOf/12/properties/problems/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid70 = _errs413 === errors;
if(!valid70){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/problems",schemaPath:"#/oneOf/12/properties/problems/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid68 = _errs411 === errors;
}
else {
var valid68 = true;
}
if(valid68){
if(data.clock !== undefined){
let data237 = data.clock;
const _errs458 = errors;
if(errors === _errs458){
if(data237 && typeof data237 == "object" && !Array.isArray(data237)){
let missing34;
if(((data237.from === undefined) && (missing34 = "from")) || ((data237.to === undefined) && (missing34 = "to"))){
validate20.errors = [{instancePath:instancePath+"/clock",schemaPath:"#/oneOf/12/properties/clock/required",keyword:"required",params:{missingProperty: missing34},message:"must have required property '"+missing34+"'"}];
return false;
}
else {
if(data237.from !== undefined){
let data238 = data237.from;
const _errs460 = errors;
if(!((typeof data238 == "number") && (isFinite(data238)))){
validate20.errors = [{instancePath:instancePath+"/clock/from",schemaPath:"#/oneOf/12/properties/clock/properties/from/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid78 = _errs460 === errors;
}
else {
var valid78 = true;
}
if(valid78){
if(data237.to !== undefined){
let data239 = data237.to;
const _errs462 = errors;
if(!((typeof data239 == "number") && (isFinite(data239)))){
validate20.errors = [{instancePath:instancePath+"/clock/to",schemaPath:"#/oneOf/12/properties/clock/properties/to/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid78 = _errs462 === errors;
}
else {
var valid78 = true;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/clock",schemaPath:"#/oneOf/12/properties/clock/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid68 = _errs458 === errors;
}
else {
var valid68 = true;
}
if(valid68){
if(data.history !== undefined){
let data240 = data.history;
const _errs464 = errors;
if(errors === _errs464){
if(Array.isArray(data240)){
var valid79 = true;
const len31 = data240.length;
for(let i31=0; i31<len31; i31++){
let data241 = data240[i31];
const _errs466 = errors;
if(errors === _errs466){
if(data241 && typeof data241 == "object" && !Array.isArray(data241)){
let missing35;
if((data241.type === undefined) && (missing35 = "type")){
validate20.errors = [{instancePath:instancePath+"/history/" + i31,schemaPath:"#/oneOf/12/properties/history/items/required",keyword:"required",params:{missingProperty: missing35},message:"must have required property '"+missing35+"'"}];
return false;
}
else {
const tag1 = data241.type;
if(typeof tag1 == "string"){
if(tag1 === "delivery"){
if(data241 && typeof data241 == "object" && !Array.isArray(data241)){
let missing36;
if((((((((data241.at === undefined) && (missing36 = "at")) || ((data241.to === undefined) && (missing36 = "to"))) || ((data241.order === undefined) && (missing36 = "order"))) || ((data241.event === undefined) && (missing36 = "event"))) || ((data241.eventType === undefined) && (missing36 = "eventType"))) || ((data241.answer === undefined) && (missing36 = "answer"))) || ((data241.type === undefined) && (missing36 = "type"))){
validate20.errors = [{instancePath:instancePath+"/history/" + i31,schemaPath:"#/oneOf/12/properties/history/items/oneOf/0/required",keyword:"required",params:{missingProperty: missing36},message:"must have required property '"+missing36+"'"}];
return false;
}
else {
if(data241.at !== undefined){
let data242 = data241.at;
const _errs470 = errors;
if(!((typeof data242 == "number") && (isFinite(data242)))){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/at",schemaPath:"#/oneOf/12/properties/history/items/oneOf/0/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid82 = _errs470 === errors;
}
else {
var valid82 = true;
}
if(valid82){
if(data241.to !== undefined){
let data243 = data241.to;
const _errs472 = errors;
if(!((typeof data243 == "number") && (isFinite(data243)))){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/to",schemaPath:"#/oneOf/12/properties/history/items/oneOf/0/properties/to/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid82 = _errs472 === errors;
}
else {
var valid82 = true;
}
if(valid82){
if(data241.order !== undefined){
const _errs474 = errors;
if(typeof data241.order !== "string"){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/order",schemaPath:"#/oneOf/12/properties/history/items/oneOf/0/properties/order/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid82 = _errs474 === errors;
}
else {
var valid82 = true;
}
if(valid82){
if(data241.event !== undefined){
const _errs476 = errors;
if(typeof data241.event !== "string"){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/event",schemaPath:"#/oneOf/12/properties/history/items/oneOf/0/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid82 = _errs476 === errors;
}
else {
var valid82 = true;
}
if(valid82){
if(data241.eventType !== undefined){
const _errs478 = errors;
if(typeof data241.eventType !== "string"){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/eventType",schemaPath:"#/oneOf/12/properties/history/items/oneOf/0/properties/eventType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid82 = _errs478 === errors;
}
else {
var valid82 = true;
}
if(valid82){
if(data241.what !== undefined){
const _errs480 = errors;
if(typeof data241.what !== "string"){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/what",schemaPath:"#/oneOf/12/properties/history/items/oneOf/0/properties/what/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid82 = _errs480 === errors;
}
else {
var valid82 = true;
}
if(valid82){
if(data241.forged !== undefined){
const _errs482 = errors;
if(typeof data241.forged !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/forged",schemaPath:"#/oneOf/12/properties/history/items/oneOf/0/properties/forged/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid82 = _errs482 === errors;
}
else {
var valid82 = true;
}
if(valid82){
if(data241.answer !== undefined){
const _errs484 = errors;
if(typeof data241.answer !== "string"){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/answer",schemaPath:"#/oneOf/12/properties/history/items/oneOf/0/properties/answer/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid82 = _errs484 === errors;
}
else {
var valid82 = true;
}
if(valid82){
if(data241.type !== undefined){
const _errs486 = errors;
if(!(data241.type === "delivery")){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/type",schemaPath:"#/oneOf/12/properties/history/items/oneOf/0/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[12].properties.history.items.oneOf[0].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid82 = _errs486 === errors;
}
else {
var valid82 = true;
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
var props1 = {};
props1.at = true;
props1.to = true;
props1.order = true;
props1.event = true;
props1.eventType = true;
props1.what = true;
props1.forged = true;
props1.answer = true;
props1.type = true;
}
else if(tag1 === "disturbance"){
if(data241 && typeof data241 == "object" && !Array.isArray(data241)){
let missing37;
if((((data241.at === undefined) && (missing37 = "at")) || ((data241.what === undefined) && (missing37 = "what"))) || ((data241.type === undefined) && (missing37 = "type"))){
validate20.errors = [{instancePath:instancePath+"/history/" + i31,schemaPath:"#/oneOf/12/properties/history/items/oneOf/1/required",keyword:"required",params:{missingProperty: missing37},message:"must have required property '"+missing37+"'"}];
return false;
}
else {
if(data241.at !== undefined){
let data251 = data241.at;
const _errs488 = errors;
if(!((typeof data251 == "number") && (isFinite(data251)))){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/at",schemaPath:"#/oneOf/12/properties/history/items/oneOf/1/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid84 = _errs488 === errors;
}
else {
var valid84 = true;
}
if(valid84){
if(data241.what !== undefined){
const _errs490 = errors;
if(typeof data241.what !== "string"){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/what",schemaPath:"#/oneOf/12/properties/history/items/oneOf/1/properties/what/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid84 = _errs490 === errors;
}
else {
var valid84 = true;
}
if(valid84){
if(data241.type !== undefined){
const _errs492 = errors;
if(!(data241.type === "disturbance")){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/type",schemaPath:"#/oneOf/12/properties/history/items/oneOf/1/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[12].properties.history.items.oneOf[1].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid84 = _errs492 === errors;
}
else {
var valid84 = true;
}
}
}
}
}
if(props1 !== true){
props1 = props1 || {};
props1.at = true;
props1.what = true;
props1.type = true;
}
}
else if(tag1 === "credits"){
if(data241 && typeof data241 == "object" && !Array.isArray(data241)){
let missing38;
if((((((data241.at === undefined) && (missing38 = "at")) || ((data241.order === undefined) && (missing38 = "order"))) || ((data241.count === undefined) && (missing38 = "count"))) || ((data241.due === undefined) && (missing38 = "due"))) || ((data241.type === undefined) && (missing38 = "type"))){
validate20.errors = [{instancePath:instancePath+"/history/" + i31,schemaPath:"#/oneOf/12/properties/history/items/oneOf/2/required",keyword:"required",params:{missingProperty: missing38},message:"must have required property '"+missing38+"'"}];
return false;
}
else {
if(data241.at !== undefined){
let data254 = data241.at;
const _errs494 = errors;
if(!((typeof data254 == "number") && (isFinite(data254)))){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/at",schemaPath:"#/oneOf/12/properties/history/items/oneOf/2/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid86 = _errs494 === errors;
}
else {
var valid86 = true;
}
if(valid86){
if(data241.order !== undefined){
const _errs496 = errors;
if(typeof data241.order !== "string"){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/order",schemaPath:"#/oneOf/12/properties/history/items/oneOf/2/properties/order/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid86 = _errs496 === errors;
}
else {
var valid86 = true;
}
if(valid86){
if(data241.count !== undefined){
let data256 = data241.count;
const _errs498 = errors;
if(!((typeof data256 == "number") && (isFinite(data256)))){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/count",schemaPath:"#/oneOf/12/properties/history/items/oneOf/2/properties/count/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid86 = _errs498 === errors;
}
else {
var valid86 = true;
}
if(valid86){
if(data241.due !== undefined){
let data257 = data241.due;
const _errs500 = errors;
if(!((typeof data257 == "number") && (isFinite(data257)))){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/due",schemaPath:"#/oneOf/12/properties/history/items/oneOf/2/properties/due/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid86 = _errs500 === errors;
}
else {
var valid86 = true;
}
if(valid86){
if(data241.type !== undefined){
const _errs502 = errors;
if(!(data241.type === "credits")){
validate20.errors = [{instancePath:instancePath+"/history/" + i31+"/type",schemaPath:"#/oneOf/12/properties/history/items/oneOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[12].properties.history.items.oneOf[2].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid86 = _errs502 === errors;
}
else {
var valid86 = true;
}
}
}
}
}
}
}
if(props1 !== true){
props1 = props1 || {};
props1.at = true;
props1.order = true;
props1.count = true;
props1.due = true;
props1.type = true;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/history/" + i31,schemaPath:"#/oneOf/12/properties/history/items/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag1},message:"value of tag \"type\" must be in oneOf"}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/history/" + i31,schemaPath:"#/oneOf/12/properties/history/items/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag1},message:"tag \"type\" must be string"}];
return false;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/history/" + i31,schemaPath:"#/oneOf/12/properties/history/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid79 = _errs466 === errors;
if(!valid79){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/history",schemaPath:"#/oneOf/12/properties/history/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid68 = _errs464 === errors;
}
else {
var valid68 = true;
}
if(valid68){
if(data.observed !== undefined){
let data259 = data.observed;
const _errs503 = errors;
if(errors === _errs503){
if(data259 && typeof data259 == "object" && !Array.isArray(data259)){
let missing39;
if(((data259.gap === undefined) && (missing39 = "gap")) || ((data259.value === undefined) && (missing39 = "value"))){
validate20.errors = [{instancePath:instancePath+"/observed",schemaPath:"#/oneOf/12/properties/observed/required",keyword:"required",params:{missingProperty: missing39},message:"must have required property '"+missing39+"'"}];
return false;
}
else {
if(data259.gap !== undefined){
const _errs505 = errors;
if(typeof data259.gap !== "string"){
validate20.errors = [{instancePath:instancePath+"/observed/gap",schemaPath:"#/oneOf/12/properties/observed/properties/gap/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid87 = _errs505 === errors;
}
else {
var valid87 = true;
}
if(valid87){
if(data259.value !== undefined){
const _errs507 = errors;
if(typeof data259.value !== "string"){
validate20.errors = [{instancePath:instancePath+"/observed/value",schemaPath:"#/oneOf/12/properties/observed/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid87 = _errs507 === errors;
}
else {
var valid87 = true;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/observed",schemaPath:"#/oneOf/12/properties/observed/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid68 = _errs503 === errors;
}
else {
var valid68 = true;
}
if(valid68){
if(data.type !== undefined){
const _errs509 = errors;
if(!(data.type === "case")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/12/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[12].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid68 = _errs509 === errors;
}
else {
var valid68 = true;
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
props0.method = true;
props0.passed = true;
props0.problems = true;
props0.clock = true;
props0.history = true;
props0.observed = true;
props0.type = true;
}
}
else if(tag0 === "end"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing40;
if((((data.at === undefined) && (missing40 = "at")) || ((data.reason === undefined) && (missing40 = "reason"))) || ((data.type === undefined) && (missing40 = "type"))){
validate20.errors = [{instancePath,schemaPath:"#/oneOf/13/required",keyword:"required",params:{missingProperty: missing40},message:"must have required property '"+missing40+"'"}];
return false;
}
else {
if(data.at !== undefined){
let data263 = data.at;
const _errs511 = errors;
if(!((typeof data263 == "number") && (isFinite(data263)))){
validate20.errors = [{instancePath:instancePath+"/at",schemaPath:"#/oneOf/13/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid89 = _errs511 === errors;
}
else {
var valid89 = true;
}
if(valid89){
if(data.reason !== undefined){
let data264 = data.reason;
const _errs513 = errors;
if(!(((((data264 === "done") || (data264 === "interrupted")) || (data264 === "deadline")) || (data264 === "unreachable")) || (data264 === "broken"))){
validate20.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/oneOf/13/properties/reason/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[13].properties.reason.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid89 = _errs513 === errors;
}
else {
var valid89 = true;
}
if(valid89){
if(data.message !== undefined){
const _errs514 = errors;
if(typeof data.message !== "string"){
validate20.errors = [{instancePath:instancePath+"/message",schemaPath:"#/oneOf/13/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid89 = _errs514 === errors;
}
else {
var valid89 = true;
}
if(valid89){
if(data.code !== undefined){
const _errs516 = errors;
if(typeof data.code !== "string"){
validate20.errors = [{instancePath:instancePath+"/code",schemaPath:"#/oneOf/13/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid89 = _errs516 === errors;
}
else {
var valid89 = true;
}
if(valid89){
if(data.received !== undefined){
const _errs518 = errors;
if(typeof data.received !== "string"){
validate20.errors = [{instancePath:instancePath+"/received",schemaPath:"#/oneOf/13/properties/received/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid89 = _errs518 === errors;
}
else {
var valid89 = true;
}
if(valid89){
if(data.next !== undefined){
const _errs520 = errors;
if(typeof data.next !== "string"){
validate20.errors = [{instancePath:instancePath+"/next",schemaPath:"#/oneOf/13/properties/next/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid89 = _errs520 === errors;
}
else {
var valid89 = true;
}
if(valid89){
if(data.lines !== undefined){
let data269 = data.lines;
const _errs522 = errors;
if(!((typeof data269 == "number") && (isFinite(data269)))){
validate20.errors = [{instancePath:instancePath+"/lines",schemaPath:"#/oneOf/13/properties/lines/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid89 = _errs522 === errors;
}
else {
var valid89 = true;
}
if(valid89){
if(data.type !== undefined){
const _errs524 = errors;
if(!(data.type === "end")){
validate20.errors = [{instancePath:instancePath+"/type",schemaPath:"#/oneOf/13/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.oneOf[13].properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid89 = _errs524 === errors;
}
else {
var valid89 = true;
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
const schema34 = {"type":"object","required":[],"properties":{"startedAt":{"type":"string","pattern":"^\\d{4}-[01]\\d-[0-3]\\dT[\\d:.]+Z$"},"findings":{"type":"array","items":{"type":"object","required":["id","requirement","message"],"properties":{"id":{"type":"string"},"requirement":{"type":"string"},"message":{"type":"string"},"check":{"type":"string"},"severity":{"enum":["breach","advice"]},"since":{"type":"string","pattern":"^\\d{4}-[01]\\d-[0-3]\\dT[\\d:.]+Z$"}}}}}};
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
validate23.evaluated = {"props":{"startedAt":true,"findings":true},"dynamicProps":false,"dynamicItems":false};

export const Facts = validate24;
const schema35 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"urn:onramp-harness:facts","title":"facts.json","description":"What a target was seen to do where the specification is silent. Each fact is told apart by its gap and condition. An observed value, or a list of them, is never the list of allowed ones.","type":"object","required":["target","facts"],"properties":{"target":{"type":"string","description":"embedded, or the address of the sandbox"},"facts":{"type":"array","items":{"$ref":"#/$defs/fact"}}},"$defs":{"status":{"enum":["answered","unanswered","contradicted"],"description":"seen; not seen, with the reason; seen in two ways that exclude each other, with both"},"moment":{"type":"string","description":"UTC, RFC 3339"},"count":{"type":"integer","minimum":0},"evidence":{"type":"array","items":{"type":"string"},"description":"ids of exchanges, deliveries and journeys in run.ndjson of the run that showed it last"},"fact":{"type":"object","required":["gap","status"],"properties":{"gap":{"type":"string","pattern":"[\\s\\S]","description":"an id of openapi/gaps.yaml"},"condition":{"type":"string","description":"what the answer may depend on"},"status":{"$ref":"#/$defs/status"},"value":{"description":"what was seen: one value, or a list of several"},"count":{"$ref":"#/$defs/count","description":"how often something was seen, in the last run that could have shown it"},"samples":{"$ref":"#/$defs/count","description":"how often it could have been"},"firstSeen":{"$ref":"#/$defs/moment","description":"when something was first seen; absent where nothing ever was"},"lastSeen":{"$ref":"#/$defs/moment","description":"when something was last seen; absent where nothing ever was"},"evidence":{"$ref":"#/$defs/evidence"},"reason":{"type":"string","description":"why it is not answered, or what contradicts what; there unless answered"},"among":{"type":"string","description":"what the samples were drawn from, where several facts share it"},"values":{"type":"array","description":"each value by itself, where there are several","items":{"type":"object","required":["value","count"],"properties":{"value":true,"count":{"$ref":"#/$defs/count"},"firstSeen":{"$ref":"#/$defs/moment"},"lastSeen":{"$ref":"#/$defs/moment"},"evidence":{"$ref":"#/$defs/evidence"}}}}}}}};
const schema36 = {"type":"object","required":["gap","status"],"properties":{"gap":{"type":"string","pattern":"[\\s\\S]","description":"an id of openapi/gaps.yaml"},"condition":{"type":"string","description":"what the answer may depend on"},"status":{"$ref":"#/$defs/status"},"value":{"description":"what was seen: one value, or a list of several"},"count":{"$ref":"#/$defs/count","description":"how often something was seen, in the last run that could have shown it"},"samples":{"$ref":"#/$defs/count","description":"how often it could have been"},"firstSeen":{"$ref":"#/$defs/moment","description":"when something was first seen; absent where nothing ever was"},"lastSeen":{"$ref":"#/$defs/moment","description":"when something was last seen; absent where nothing ever was"},"evidence":{"$ref":"#/$defs/evidence"},"reason":{"type":"string","description":"why it is not answered, or what contradicts what; there unless answered"},"among":{"type":"string","description":"what the samples were drawn from, where several facts share it"},"values":{"type":"array","description":"each value by itself, where there are several","items":{"type":"object","required":["value","count"],"properties":{"value":true,"count":{"$ref":"#/$defs/count"},"firstSeen":{"$ref":"#/$defs/moment"},"lastSeen":{"$ref":"#/$defs/moment"},"evidence":{"$ref":"#/$defs/evidence"}}}}}};
const schema37 = {"enum":["answered","unanswered","contradicted"],"description":"seen; not seen, with the reason; seen in two ways that exclude each other, with both"};
const schema38 = {"type":"integer","minimum":0};
const schema40 = {"type":"string","description":"UTC, RFC 3339"};
const schema42 = {"type":"array","items":{"type":"string"},"description":"ids of exchanges, deliveries and journeys in run.ndjson of the run that showed it last"};
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
const _errs13 = errors;
if(typeof data.firstSeen !== "string"){
validate25.errors = [{instancePath:instancePath+"/firstSeen",schemaPath:"#/$defs/moment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lastSeen !== undefined){
const _errs16 = errors;
if(typeof data.lastSeen !== "string"){
validate25.errors = [{instancePath:instancePath+"/lastSeen",schemaPath:"#/$defs/moment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
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
const _errs35 = errors;
if(typeof data12.firstSeen !== "string"){
validate25.errors = [{instancePath:instancePath+"/values/" + i1+"/firstSeen",schemaPath:"#/$defs/moment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs35 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data12.lastSeen !== undefined){
const _errs38 = errors;
if(typeof data12.lastSeen !== "string"){
validate25.errors = [{instancePath:instancePath+"/values/" + i1+"/lastSeen",schemaPath:"#/$defs/moment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
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
validate25.evaluated = {"props":{"gap":true,"condition":true,"status":true,"value":true,"count":true,"samples":true,"firstSeen":true,"lastSeen":true,"evidence":true,"reason":true,"among":true,"values":true},"dynamicProps":false,"dynamicItems":false};


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

export const Lifecycle = validate27;
const schema47 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"urn:onramp-harness:lifecycle","title":"lifecycle.json","description":"`lifecycle.json`: the learned state machine of a collection order (INTERFACE, the run folder).","type":"object","required":["states","transitions","unexplored"],"properties":{"states":{"type":"array","items":{"type":"string"},"description":"The distinct names of the states. The first is that of a new order."},"transitions":{"type":"array","items":{"$ref":"#/$defs/LifecycleTransition"}},"unexplored":{"type":"array","items":{"type":"object","required":["event","from"],"properties":{"event":{"type":"string","description":"The simulate event, with its amount or network, if any."},"from":{"type":"string","description":"The state that it is simulated in."}}},"description":"Events that were not tried in a reached state."}},"$defs":{"LifecycleTransition":{"description":"The effect of an event on an order in one state.","type":"object","required":["answer","count","event","evidence","from","to","webhooks"],"properties":{"answer":{"$ref":"#/$defs/StepAnswered"},"contradicted":{"type":"array","items":{"type":"object","required":["answer","count","evidence","webhooks"],"properties":{"answer":{"$ref":"#/$defs/StepAnswered"},"count":{"type":"number","description":"How often it was seen."},"evidence":{"type":"array","items":{"type":"string"},"description":"Exchanges that show it, at most three."},"webhooks":{"type":"array","items":{"type":"string"},"description":"The types of the events that the step caused, sorted, without duplicates."}}},"description":"Less frequent effects, which contradict this one; absent if there are none."},"count":{"type":"number","description":"How often it was seen."},"event":{"type":"string","description":"The simulate event, with its amount or network, if any."},"evidence":{"type":"array","items":{"type":"string"},"description":"Exchanges that show it, at most three."},"from":{"type":"string","description":"The state that it is simulated in."},"to":{"type":"string","description":"The state that it leads to."},"webhooks":{"type":"array","items":{"type":"string"},"description":"The types of the events that the step caused, sorted, without duplicates."}}},"StepAnswered":{"description":"How the service answered a step: it accepted it, or refused it with a status.","anyOf":[{"const":"accepted"},{"type":"number"}]}}};
const schema48 = {"description":"The effect of an event on an order in one state.","type":"object","required":["answer","count","event","evidence","from","to","webhooks"],"properties":{"answer":{"$ref":"#/$defs/StepAnswered"},"contradicted":{"type":"array","items":{"type":"object","required":["answer","count","evidence","webhooks"],"properties":{"answer":{"$ref":"#/$defs/StepAnswered"},"count":{"type":"number","description":"How often it was seen."},"evidence":{"type":"array","items":{"type":"string"},"description":"Exchanges that show it, at most three."},"webhooks":{"type":"array","items":{"type":"string"},"description":"The types of the events that the step caused, sorted, without duplicates."}}},"description":"Less frequent effects, which contradict this one; absent if there are none."},"count":{"type":"number","description":"How often it was seen."},"event":{"type":"string","description":"The simulate event, with its amount or network, if any."},"evidence":{"type":"array","items":{"type":"string"},"description":"Exchanges that show it, at most three."},"from":{"type":"string","description":"The state that it is simulated in."},"to":{"type":"string","description":"The state that it leads to."},"webhooks":{"type":"array","items":{"type":"string"},"description":"The types of the events that the step caused, sorted, without duplicates."}}};
const schema49 = {"description":"How the service answered a step: it accepted it, or refused it with a status.","anyOf":[{"const":"accepted"},{"type":"number"}]};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((data.answer === undefined) && (missing0 = "answer")) || ((data.count === undefined) && (missing0 = "count"))) || ((data.event === undefined) && (missing0 = "event"))) || ((data.evidence === undefined) && (missing0 = "evidence"))) || ((data.from === undefined) && (missing0 = "from"))) || ((data.to === undefined) && (missing0 = "to"))) || ((data.webhooks === undefined) && (missing0 = "webhooks"))){
validate28.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.answer !== undefined){
let data0 = data.answer;
const _errs1 = errors;
const _errs3 = errors;
let valid2 = false;
const _errs4 = errors;
if("accepted" !== data0){
const err0 = {instancePath:instancePath+"/answer",schemaPath:"#/$defs/StepAnswered/anyOf/0/const",keyword:"const",params:{allowedValue: "accepted"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid2 = valid2 || _valid0;
const _errs5 = errors;
if(!((typeof data0 == "number") && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/answer",schemaPath:"#/$defs/StepAnswered/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs5 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err2 = {instancePath:instancePath+"/answer",schemaPath:"#/$defs/StepAnswered/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate28.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.contradicted !== undefined){
let data1 = data.contradicted;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data1)){
var valid3 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs9 = errors;
if(errors === _errs9){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((((data2.answer === undefined) && (missing1 = "answer")) || ((data2.count === undefined) && (missing1 = "count"))) || ((data2.evidence === undefined) && (missing1 = "evidence"))) || ((data2.webhooks === undefined) && (missing1 = "webhooks"))){
validate28.errors = [{instancePath:instancePath+"/contradicted/" + i0,schemaPath:"#/properties/contradicted/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.answer !== undefined){
let data3 = data2.answer;
const _errs11 = errors;
const _errs13 = errors;
let valid6 = false;
const _errs14 = errors;
if("accepted" !== data3){
const err3 = {instancePath:instancePath+"/contradicted/" + i0+"/answer",schemaPath:"#/$defs/StepAnswered/anyOf/0/const",keyword:"const",params:{allowedValue: "accepted"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid1 = _errs14 === errors;
valid6 = valid6 || _valid1;
const _errs15 = errors;
if(!((typeof data3 == "number") && (isFinite(data3)))){
const err4 = {instancePath:instancePath+"/contradicted/" + i0+"/answer",schemaPath:"#/$defs/StepAnswered/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid1 = _errs15 === errors;
valid6 = valid6 || _valid1;
if(!valid6){
const err5 = {instancePath:instancePath+"/contradicted/" + i0+"/answer",schemaPath:"#/$defs/StepAnswered/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate28.errors = vErrors;
return false;
}
else {
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
}
var valid4 = _errs11 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data2.count !== undefined){
let data4 = data2.count;
const _errs17 = errors;
if(!((typeof data4 == "number") && (isFinite(data4)))){
validate28.errors = [{instancePath:instancePath+"/contradicted/" + i0+"/count",schemaPath:"#/properties/contradicted/items/properties/count/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid4 = _errs17 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data2.evidence !== undefined){
let data5 = data2.evidence;
const _errs19 = errors;
if(errors === _errs19){
if(Array.isArray(data5)){
var valid7 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
const _errs21 = errors;
if(typeof data5[i1] !== "string"){
validate28.errors = [{instancePath:instancePath+"/contradicted/" + i0+"/evidence/" + i1,schemaPath:"#/properties/contradicted/items/properties/evidence/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs21 === errors;
if(!valid7){
break;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/contradicted/" + i0+"/evidence",schemaPath:"#/properties/contradicted/items/properties/evidence/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs19 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data2.webhooks !== undefined){
let data7 = data2.webhooks;
const _errs23 = errors;
if(errors === _errs23){
if(Array.isArray(data7)){
var valid8 = true;
const len2 = data7.length;
for(let i2=0; i2<len2; i2++){
const _errs25 = errors;
if(typeof data7[i2] !== "string"){
validate28.errors = [{instancePath:instancePath+"/contradicted/" + i0+"/webhooks/" + i2,schemaPath:"#/properties/contradicted/items/properties/webhooks/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs25 === errors;
if(!valid8){
break;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/contradicted/" + i0+"/webhooks",schemaPath:"#/properties/contradicted/items/properties/webhooks/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs23 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/contradicted/" + i0,schemaPath:"#/properties/contradicted/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs9 === errors;
if(!valid3){
break;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/contradicted",schemaPath:"#/properties/contradicted/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.count !== undefined){
let data9 = data.count;
const _errs27 = errors;
if(!((typeof data9 == "number") && (isFinite(data9)))){
validate28.errors = [{instancePath:instancePath+"/count",schemaPath:"#/properties/count/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.event !== undefined){
const _errs29 = errors;
if(typeof data.event !== "string"){
validate28.errors = [{instancePath:instancePath+"/event",schemaPath:"#/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.evidence !== undefined){
let data11 = data.evidence;
const _errs31 = errors;
if(errors === _errs31){
if(Array.isArray(data11)){
var valid9 = true;
const len3 = data11.length;
for(let i3=0; i3<len3; i3++){
const _errs33 = errors;
if(typeof data11[i3] !== "string"){
validate28.errors = [{instancePath:instancePath+"/evidence/" + i3,schemaPath:"#/properties/evidence/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs33 === errors;
if(!valid9){
break;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/evidence",schemaPath:"#/properties/evidence/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.from !== undefined){
const _errs35 = errors;
if(typeof data.from !== "string"){
validate28.errors = [{instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.to !== undefined){
const _errs37 = errors;
if(typeof data.to !== "string"){
validate28.errors = [{instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.webhooks !== undefined){
let data15 = data.webhooks;
const _errs39 = errors;
if(errors === _errs39){
if(Array.isArray(data15)){
var valid10 = true;
const len4 = data15.length;
for(let i4=0; i4<len4; i4++){
const _errs41 = errors;
if(typeof data15[i4] !== "string"){
validate28.errors = [{instancePath:instancePath+"/webhooks/" + i4,schemaPath:"#/properties/webhooks/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs41 === errors;
if(!valid10){
break;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs39 === errors;
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
else {
validate28.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":{"answer":true,"contradicted":true,"count":true,"event":true,"evidence":true,"from":true,"to":true,"webhooks":true},"dynamicProps":false,"dynamicItems":false};


function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="urn:onramp-harness:lifecycle" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.states === undefined) && (missing0 = "states")) || ((data.transitions === undefined) && (missing0 = "transitions"))) || ((data.unexplored === undefined) && (missing0 = "unexplored"))){
validate27.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.states !== undefined){
let data0 = data.states;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs3 = errors;
if(typeof data0[i0] !== "string"){
validate27.errors = [{instancePath:instancePath+"/states/" + i0,schemaPath:"#/properties/states/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
if(!valid1){
break;
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/states",schemaPath:"#/properties/states/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transitions !== undefined){
let data2 = data.transitions;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
var valid2 = true;
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
const _errs7 = errors;
if(!(validate28(data2[i1], {instancePath:instancePath+"/transitions/" + i1,parentData:data2,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
var valid2 = _errs7 === errors;
if(!valid2){
break;
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/transitions",schemaPath:"#/properties/transitions/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unexplored !== undefined){
let data4 = data.unexplored;
const _errs8 = errors;
if(errors === _errs8){
if(Array.isArray(data4)){
var valid3 = true;
const len2 = data4.length;
for(let i2=0; i2<len2; i2++){
let data5 = data4[i2];
const _errs10 = errors;
if(errors === _errs10){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if(((data5.event === undefined) && (missing1 = "event")) || ((data5.from === undefined) && (missing1 = "from"))){
validate27.errors = [{instancePath:instancePath+"/unexplored/" + i2,schemaPath:"#/properties/unexplored/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data5.event !== undefined){
const _errs12 = errors;
if(typeof data5.event !== "string"){
validate27.errors = [{instancePath:instancePath+"/unexplored/" + i2+"/event",schemaPath:"#/properties/unexplored/items/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs12 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data5.from !== undefined){
const _errs14 = errors;
if(typeof data5.from !== "string"){
validate27.errors = [{instancePath:instancePath+"/unexplored/" + i2+"/from",schemaPath:"#/properties/unexplored/items/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/unexplored/" + i2,schemaPath:"#/properties/unexplored/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs10 === errors;
if(!valid3){
break;
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/unexplored",schemaPath:"#/properties/unexplored/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate27.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":{"states":true,"transitions":true,"unexplored":true},"dynamicProps":false,"dynamicItems":false};

export const Statement = validate30;
const schema51 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"urn:onramp-harness:verdict","title":"verdict.json","description":"`verdict.json`: an in-toto Statement v1 with the predicate test-result v0.1 about the record of a run. It is a pure function of the record, its baseline and the build: two judgements of one record have the same bytes.","type":"object","required":["_type","predicate","predicateType","subject"],"properties":{"_type":{"const":"https://in-toto.io/Statement/v1"},"predicate":{"type":"object","required":["configuration","failedTests","onrampHarness","passedTests","result","warnedTests"],"properties":{"configuration":{"type":"array","items":{"$ref":"#/$defs/Resource"},"description":"The build, the contract, the requirements, the dialect and the options, in this order."},"failedTests":{"type":"array","items":{"type":"string"}},"onrampHarness":{"type":"object","required":["findings","requirements","verdict"],"properties":{"findings":{"type":"array","items":{"type":"object","required":["check","count","id","message","requirement","severity"],"properties":{"check":{"type":"string","description":"The check that found it."},"count":{"type":"number","description":"The number of sightings."},"id":{"type":"string","description":"Equal in all runs for the same check, requirement and cause."},"message":{"type":"string","description":"What happened, in one sentence, without details that differ between sightings."},"requirement":{"type":"string"},"severity":{"$ref":"#/$defs/Severity"}}}},"requirements":{"type":"array","items":{"type":"object","required":["basis","id","status"],"properties":{"basis":{"$ref":"#/$defs/Basis"},"id":{"type":"string"},"reason":{"type":"string","description":"Why it is not verified."},"status":{"enum":["not-exercised","not-testable","verified","violated"]}}}},"verdict":{"enum":["conformant","nonconformant"]}},"description":"Our extension, for what the lists of tests cannot express."},"passedTests":{"type":"array","items":{"type":"string"},"description":"Ids of requirements, sorted. A requirement without evidence is in none of the three lists."},"result":{"enum":["FAILED","PASSED","WARNED"],"description":"`PASSED`: no finding. `WARNED`: advice only. `FAILED`: a breach."},"warnedTests":{"type":"array","items":{"type":"string"}}}},"predicateType":{"const":"https://in-toto.io/attestation/test-result/v0.1"},"subject":{"type":"array","minItems":1,"prefixItems":[{"type":"object","required":["digest","name"],"properties":{"digest":{"$ref":"#/$defs/Digests"},"name":{"const":"run.ndjson"}}}],"items":false}},"$defs":{"Basis":{"description":"The source of evidence. `observed`: by the harness's client and receiver, as raw bytes. `reported`: by an SDK's adapter, or by the user's command that lists credits.","enum":["observed","reported"]},"Digests":{"description":"Digests of a resource by algorithm, in lowercase hex.","type":"object","additionalProperties":{"type":"string"}},"Resource":{"description":"A resource that a verdict depends on (in-toto, ResourceDescriptor).","type":"object","required":["digest","name"],"properties":{"annotations":{"type":"object","additionalProperties":{}},"digest":{"$ref":"#/$defs/Digests"},"name":{"type":"string"},"uri":{"type":"string"}}},"Severity":{"description":"A breach violates a requirement. Advice is about permitted behavior that most integrators would object to.","enum":["advice","breach"]}}};
const schema54 = {"description":"A breach violates a requirement. Advice is about permitted behavior that most integrators would object to.","enum":["advice","breach"]};
const schema55 = {"description":"The source of evidence. `observed`: by the harness's client and receiver, as raw bytes. `reported`: by an SDK's adapter, or by the user's command that lists credits.","enum":["observed","reported"]};
const schema53 = {"description":"Digests of a resource by algorithm, in lowercase hex.","type":"object","additionalProperties":{"type":"string"}};
const schema52 = {"description":"A resource that a verdict depends on (in-toto, ResourceDescriptor).","type":"object","required":["digest","name"],"properties":{"annotations":{"type":"object","additionalProperties":{}},"digest":{"$ref":"#/$defs/Digests"},"name":{"type":"string"},"uri":{"type":"string"}}};

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.digest === undefined) && (missing0 = "digest")) || ((data.name === undefined) && (missing0 = "name"))){
validate31.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.annotations !== undefined){
let data0 = data.annotations;
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
}
else {
validate31.errors = [{instancePath:instancePath+"/annotations",schemaPath:"#/properties/annotations/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.digest !== undefined){
let data1 = data.digest;
const _errs4 = errors;
const _errs5 = errors;
if(errors === _errs5){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key0 in data1){
const _errs8 = errors;
if(typeof data1[key0] !== "string"){
validate31.errors = [{instancePath:instancePath+"/digest/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Digests/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs8 === errors;
if(!valid2){
break;
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/digest",schemaPath:"#/$defs/Digests/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
const _errs10 = errors;
if(typeof data.name !== "string"){
validate31.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.uri !== undefined){
const _errs12 = errors;
if(typeof data.uri !== "string"){
validate31.errors = [{instancePath:instancePath+"/uri",schemaPath:"#/properties/uri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate31.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":{"annotations":true,"digest":true,"name":true,"uri":true},"dynamicProps":false,"dynamicItems":false};


function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="urn:onramp-harness:verdict" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data._type === undefined) && (missing0 = "_type")) || ((data.predicate === undefined) && (missing0 = "predicate"))) || ((data.predicateType === undefined) && (missing0 = "predicateType"))) || ((data.subject === undefined) && (missing0 = "subject"))){
validate30.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data._type !== undefined){
const _errs1 = errors;
if("https://in-toto.io/Statement/v1" !== data._type){
validate30.errors = [{instancePath:instancePath+"/_type",schemaPath:"#/properties/_type/const",keyword:"const",params:{allowedValue: "https://in-toto.io/Statement/v1"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.predicate !== undefined){
let data1 = data.predicate;
const _errs2 = errors;
if(errors === _errs2){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((((data1.configuration === undefined) && (missing1 = "configuration")) || ((data1.failedTests === undefined) && (missing1 = "failedTests"))) || ((data1.onrampHarness === undefined) && (missing1 = "onrampHarness"))) || ((data1.passedTests === undefined) && (missing1 = "passedTests"))) || ((data1.result === undefined) && (missing1 = "result"))) || ((data1.warnedTests === undefined) && (missing1 = "warnedTests"))){
validate30.errors = [{instancePath:instancePath+"/predicate",schemaPath:"#/properties/predicate/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data1.configuration !== undefined){
let data2 = data1.configuration;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data2)){
var valid2 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
const _errs6 = errors;
if(!(validate31(data2[i0], {instancePath:instancePath+"/predicate/configuration/" + i0,parentData:data2,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/predicate/configuration",schemaPath:"#/properties/predicate/properties/configuration/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.failedTests !== undefined){
let data4 = data1.failedTests;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data4)){
var valid3 = true;
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
const _errs9 = errors;
if(typeof data4[i1] !== "string"){
validate30.errors = [{instancePath:instancePath+"/predicate/failedTests/" + i1,schemaPath:"#/properties/predicate/properties/failedTests/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs9 === errors;
if(!valid3){
break;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/predicate/failedTests",schemaPath:"#/properties/predicate/properties/failedTests/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.onrampHarness !== undefined){
let data6 = data1.onrampHarness;
const _errs11 = errors;
if(errors === _errs11){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if((((data6.findings === undefined) && (missing2 = "findings")) || ((data6.requirements === undefined) && (missing2 = "requirements"))) || ((data6.verdict === undefined) && (missing2 = "verdict"))){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness",schemaPath:"#/properties/predicate/properties/onrampHarness/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data6.findings !== undefined){
let data7 = data6.findings;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data7)){
var valid5 = true;
const len2 = data7.length;
for(let i2=0; i2<len2; i2++){
let data8 = data7[i2];
const _errs15 = errors;
if(errors === _errs15){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
let missing3;
if(((((((data8.check === undefined) && (missing3 = "check")) || ((data8.count === undefined) && (missing3 = "count"))) || ((data8.id === undefined) && (missing3 = "id"))) || ((data8.message === undefined) && (missing3 = "message"))) || ((data8.requirement === undefined) && (missing3 = "requirement"))) || ((data8.severity === undefined) && (missing3 = "severity"))){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/findings/" + i2,schemaPath:"#/properties/predicate/properties/onrampHarness/properties/findings/items/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
if(data8.check !== undefined){
const _errs17 = errors;
if(typeof data8.check !== "string"){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/findings/" + i2+"/check",schemaPath:"#/properties/predicate/properties/onrampHarness/properties/findings/items/properties/check/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs17 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data8.count !== undefined){
let data10 = data8.count;
const _errs19 = errors;
if(!((typeof data10 == "number") && (isFinite(data10)))){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/findings/" + i2+"/count",schemaPath:"#/properties/predicate/properties/onrampHarness/properties/findings/items/properties/count/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid6 = _errs19 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data8.id !== undefined){
const _errs21 = errors;
if(typeof data8.id !== "string"){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/findings/" + i2+"/id",schemaPath:"#/properties/predicate/properties/onrampHarness/properties/findings/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs21 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data8.message !== undefined){
const _errs23 = errors;
if(typeof data8.message !== "string"){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/findings/" + i2+"/message",schemaPath:"#/properties/predicate/properties/onrampHarness/properties/findings/items/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs23 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data8.requirement !== undefined){
const _errs25 = errors;
if(typeof data8.requirement !== "string"){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/findings/" + i2+"/requirement",schemaPath:"#/properties/predicate/properties/onrampHarness/properties/findings/items/properties/requirement/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs25 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data8.severity !== undefined){
let data14 = data8.severity;
const _errs27 = errors;
if(!((data14 === "advice") || (data14 === "breach"))){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/findings/" + i2+"/severity",schemaPath:"#/$defs/Severity/enum",keyword:"enum",params:{allowedValues: schema54.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid6 = _errs27 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/findings/" + i2,schemaPath:"#/properties/predicate/properties/onrampHarness/properties/findings/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs15 === errors;
if(!valid5){
break;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/findings",schemaPath:"#/properties/predicate/properties/onrampHarness/properties/findings/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs13 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.requirements !== undefined){
let data15 = data6.requirements;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data15)){
var valid8 = true;
const len3 = data15.length;
for(let i3=0; i3<len3; i3++){
let data16 = data15[i3];
const _errs31 = errors;
if(errors === _errs31){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing4;
if((((data16.basis === undefined) && (missing4 = "basis")) || ((data16.id === undefined) && (missing4 = "id"))) || ((data16.status === undefined) && (missing4 = "status"))){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/requirements/" + i3,schemaPath:"#/properties/predicate/properties/onrampHarness/properties/requirements/items/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'"}];
return false;
}
else {
if(data16.basis !== undefined){
let data17 = data16.basis;
const _errs33 = errors;
if(!((data17 === "observed") || (data17 === "reported"))){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/requirements/" + i3+"/basis",schemaPath:"#/$defs/Basis/enum",keyword:"enum",params:{allowedValues: schema55.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid9 = _errs33 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data16.id !== undefined){
const _errs35 = errors;
if(typeof data16.id !== "string"){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/requirements/" + i3+"/id",schemaPath:"#/properties/predicate/properties/onrampHarness/properties/requirements/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs35 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data16.reason !== undefined){
const _errs37 = errors;
if(typeof data16.reason !== "string"){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/requirements/" + i3+"/reason",schemaPath:"#/properties/predicate/properties/onrampHarness/properties/requirements/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs37 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data16.status !== undefined){
let data20 = data16.status;
const _errs39 = errors;
if(!((((data20 === "not-exercised") || (data20 === "not-testable")) || (data20 === "verified")) || (data20 === "violated"))){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/requirements/" + i3+"/status",schemaPath:"#/properties/predicate/properties/onrampHarness/properties/requirements/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema51.properties.predicate.properties.onrampHarness.properties.requirements.items.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid9 = _errs39 === errors;
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
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/requirements/" + i3,schemaPath:"#/properties/predicate/properties/onrampHarness/properties/requirements/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid8 = _errs31 === errors;
if(!valid8){
break;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/requirements",schemaPath:"#/properties/predicate/properties/onrampHarness/properties/requirements/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.verdict !== undefined){
let data21 = data6.verdict;
const _errs40 = errors;
if(!((data21 === "conformant") || (data21 === "nonconformant"))){
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness/verdict",schemaPath:"#/properties/predicate/properties/onrampHarness/properties/verdict/enum",keyword:"enum",params:{allowedValues: schema51.properties.predicate.properties.onrampHarness.properties.verdict.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid4 = _errs40 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/predicate/onrampHarness",schemaPath:"#/properties/predicate/properties/onrampHarness/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.passedTests !== undefined){
let data22 = data1.passedTests;
const _errs41 = errors;
if(errors === _errs41){
if(Array.isArray(data22)){
var valid11 = true;
const len4 = data22.length;
for(let i4=0; i4<len4; i4++){
const _errs43 = errors;
if(typeof data22[i4] !== "string"){
validate30.errors = [{instancePath:instancePath+"/predicate/passedTests/" + i4,schemaPath:"#/properties/predicate/properties/passedTests/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs43 === errors;
if(!valid11){
break;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/predicate/passedTests",schemaPath:"#/properties/predicate/properties/passedTests/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs41 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.result !== undefined){
let data24 = data1.result;
const _errs45 = errors;
if(!(((data24 === "FAILED") || (data24 === "PASSED")) || (data24 === "WARNED"))){
validate30.errors = [{instancePath:instancePath+"/predicate/result",schemaPath:"#/properties/predicate/properties/result/enum",keyword:"enum",params:{allowedValues: schema51.properties.predicate.properties.result.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs45 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.warnedTests !== undefined){
let data25 = data1.warnedTests;
const _errs46 = errors;
if(errors === _errs46){
if(Array.isArray(data25)){
var valid12 = true;
const len5 = data25.length;
for(let i5=0; i5<len5; i5++){
const _errs48 = errors;
if(typeof data25[i5] !== "string"){
validate30.errors = [{instancePath:instancePath+"/predicate/warnedTests/" + i5,schemaPath:"#/properties/predicate/properties/warnedTests/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid12 = _errs48 === errors;
if(!valid12){
break;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/predicate/warnedTests",schemaPath:"#/properties/predicate/properties/warnedTests/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs46 === errors;
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
}
else {
validate30.errors = [{instancePath:instancePath+"/predicate",schemaPath:"#/properties/predicate/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.predicateType !== undefined){
const _errs50 = errors;
if("https://in-toto.io/attestation/test-result/v0.1" !== data.predicateType){
validate30.errors = [{instancePath:instancePath+"/predicateType",schemaPath:"#/properties/predicateType/const",keyword:"const",params:{allowedValue: "https://in-toto.io/attestation/test-result/v0.1"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs50 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.subject !== undefined){
let data28 = data.subject;
const _errs51 = errors;
if(errors === _errs51){
if(Array.isArray(data28)){
if(data28.length < 1){
validate30.errors = [{instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
const len6 = data28.length;
if(len6 > 0){
let data29 = data28[0];
const _errs53 = errors;
if(errors === _errs53){
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
let missing5;
if(((data29.digest === undefined) && (missing5 = "digest")) || ((data29.name === undefined) && (missing5 = "name"))){
validate30.errors = [{instancePath:instancePath+"/subject/0",schemaPath:"#/properties/subject/prefixItems/0/required",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'"}];
return false;
}
else {
if(data29.digest !== undefined){
let data30 = data29.digest;
const _errs55 = errors;
const _errs56 = errors;
if(errors === _errs56){
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
for(const key0 in data30){
const _errs59 = errors;
if(typeof data30[key0] !== "string"){
validate30.errors = [{instancePath:instancePath+"/subject/0/digest/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Digests/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid16 = _errs59 === errors;
if(!valid16){
break;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/subject/0/digest",schemaPath:"#/$defs/Digests/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid14 = _errs55 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data29.name !== undefined){
const _errs61 = errors;
if("run.ndjson" !== data29.name){
validate30.errors = [{instancePath:instancePath+"/subject/0/name",schemaPath:"#/properties/subject/prefixItems/0/properties/name/const",keyword:"const",params:{allowedValue: "run.ndjson"},message:"must be equal to constant"}];
return false;
}
var valid14 = _errs61 === errors;
}
else {
var valid14 = true;
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/subject/0",schemaPath:"#/properties/subject/prefixItems/0/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid13 = _errs53 === errors;
}
if(valid13){
const len7 = data28.length;
if(!(len7 <= 1)){
validate30.errors = [{instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/items",keyword:"items",params:{limit: 1},message:"must NOT have more than 1 items"}];
return false;
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs51 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate30.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":{"_type":true,"predicate":true,"predicateType":true,"subject":true},"dynamicProps":false,"dynamicItems":false};

